import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * Accessibility rule that is experimental, and so in no rule set: voice users name a control by its visible text (WCAG
 * 2.5.3).
 */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } };
/** Rules to check in the second theme, which differs from the first in colours only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Scope of a check: only the colour rules, and only inside a selector. */
interface Judged {
  readonly coloursOnly: boolean;
  readonly within: string;
}

/** Finds violations of accessibility rules on a page; a line per element. */
export async function findViolations(page: Page, { coloursOnly, within }: Judged): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  const options = {
    runOnly: coloursOnly ? COLOUR_RULES : RULES,
    ...(!coloursOnly && { rules: MORE_RULES }),
    // Selectors of elements without faults are not computed, since that would take half of the time.
    resultTypes: ['violations'],
  } satisfies RunOptions;
  const { violations: found } = await page.evaluate(async ([part, how]) => await window.axe.run(part, how), [
    within,
    options,
  ] as const);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}
