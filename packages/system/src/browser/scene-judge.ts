import { findPage, type PagePath } from '@pax/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Scene } from '../screens/scene.js';
import { prepareScreensShop, type ScreensShop, type Viewer } from '../screens/screens-shop.js';
import { sharedBrowser } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { findViolations } from './find-violations.js';
import { findKeyboardFaults } from './find-keyboard-faults.js';
import { findOverflows } from './find-overflows.js';
import { Visitor } from './visitor.js';
import { waitUntilStable } from './wait-until-stable.js';

const DESKTOP = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };
const DIALOG = '[role=dialog][data-state=open]';

/** Faults of a screen, a line each: accessibility rules in both themes, keyboard use, and the narrowest phone. */
export interface SceneFaults {
  readonly dark: readonly string[];
  readonly light: readonly string[];
  readonly keyboard: readonly string[];
  readonly narrow: readonly string[];
  readonly largeLetters: readonly string[];
  readonly errors: readonly string[];
}
export const NO_FAULTS: SceneFaults = {
  dark: [],
  light: [],
  keyboard: [],
  narrow: [],
  largeLetters: [],
  errors: [],
};

/**
 * Finds faults of screens, each as its viewer sees it, in one browser context per viewer; the theme follows the device.
 */
export class SceneJudge {
  /** Pages by which the checked screens were reached. */
  readonly judged = new Set<PagePath>();
  private readonly visitors = new Map<Viewer, Visitor>();

  private constructor(
    private readonly browser: Browser,
    private readonly shop: WholeShop,
    private readonly screensShop: ScreensShop,
  ) {}

  static async open(shop: WholeShop): Promise<SceneJudge> {
    const [browser, screensShop] = await Promise.all([sharedBrowser(), prepareScreensShop(shop)]);
    return new SceneJudge(browser, shop, screensShop);
  }

  async findFaults({ viewer, show }: Scene): Promise<SceneFaults> {
    const { page, errors } = await this.openVisitor(viewer);
    await page.setViewportSize(DESKTOP);
    await show(page, this.screensShop);
    // The page is scrolled, since the last part of the market loads after the first view.
    if ((await page.getByRole('tablist', { name: 'Categories' }).count()) > 0)
      await page.locator('[aria-label="Open quick actions"]').waitFor({ state: 'attached' });
    // The page behind a dialog is left out, since it is checked as a scene of its own.
    const within = (await page.locator(DIALOG).count()) > 0 ? DIALOG : 'html';
    // The whole page is checked at its top, since the header of a scrolled page would cover parts of buttons.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const [dark, light] = [
      await findThemeViolations('dark', page, within),
      await findThemeViolations('light', page, within),
    ];
    const keyboard = await findKeyboardFaults(page);
    await page.setViewportSize(NARROW);
    await waitUntilStable(page);
    const narrow = await findNarrowFaults(page);
    return {
      dark,
      light,
      keyboard,
      narrow,
      largeLetters: await findOverflowsWithLargeLetters(page),
      errors: errors.splice(0),
    };
  }

  async close(): Promise<void> {
    for (const visitor of this.visitors.values()) await visitor.close();
  }

  private async openVisitor(viewer: Viewer): Promise<Visitor> {
    const known = this.visitors.get(viewer);
    if (known) return known;
    const visitor = await Visitor.open(this.browser, this.shop, {
      theme: 'system',
      reducedMotion: 'reduce',
      isReturning: viewer !== 'newcomer',
    });
    if (viewer !== 'visitor' && viewer !== 'newcomer')
      await visitor.useSessionOf(this.screensShop.people[viewer]);
    // A referral link leads on to the market at once, so each address on the way counts.
    visitor.page.on('framenavigated', (frame) => {
      const found = findPage(new URL(frame.url()).pathname);
      if (found !== undefined) this.judged.add(found);
    });
    this.visitors.set(viewer, visitor);
    return visitor;
  }
}

async function findThemeViolations(
  colorScheme: 'dark' | 'light',
  page: Page,
  within: string,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html.${colorScheme}`).waitFor();
  await waitUntilStable(page);
  return await findViolations(page, { coloursOnly: colorScheme === 'light', within });
}

/** Finds faults on the narrowest phone: a page wider than the window, and browser tooltips, which touch cannot open. */
async function findNarrowFaults(page: Page): Promise<string[]> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const tooltips = await page.locator('body [title], body svg title:not(:empty)').count();
  return [
    ...(width === NARROW.width ? [] : [`the page is ${width} px wide`]),
    ...(tooltips === 0 ? [] : [`${tooltips} tooltips of the browser`]),
  ];
}

/** Finds elements that do not fit when letters are twice as large; restores the letter size. */
async function findOverflowsWithLargeLetters(page: Page): Promise<string[]> {
  const setLetters = async (size: string): Promise<void> =>
    await page.evaluate((value) => void (document.documentElement.style.fontSize = value), size);
  await setLetters('200%');
  await waitUntilStable(page);
  const found = await findOverflows(page);
  await setLetters('');
  return found;
}
