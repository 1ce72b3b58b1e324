import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Experimental, therefore in none of the sets: who speaks to the page names what can be read (WCAG 2.5.3). */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } };
/** A theme changes colours and nothing else: what has been judged in one need not be judged again in the other. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What to judge: by the rules on colours alone, and only what a selector finds. */
interface Judged {
  readonly coloursOnly: boolean;
  readonly within: string;
}

/** What the rules find on a page: a line for each place. */
export async function violations(page: Page, { coloursOnly, within }: Judged): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  const options = {
    runOnly: coloursOnly ? COLOUR_RULES : RULES,
    ...(!coloursOnly && { rules: MORE_RULES }),
    // Each place that passes would get a selector of its own, which takes half of the time.
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
