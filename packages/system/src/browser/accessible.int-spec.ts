import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pagePaths } from '@pax/contracts';
import type { Browser, Page } from 'playwright-core';
import { shopScenes } from '../screens/scenes.js';
import { prepareScreensShop, type ScreensShop, type Viewer } from '../screens/screens-shop.js';
import type { Scene } from '../screens/scene.js';
import { statesOfScreens } from '../screens/states-of-screens.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { violations } from './axe-violations.js';
import { keyboardFaults } from './keyboard-walk.js';
import { waitUntilStable } from './wait-until-stable.js';
import { tooWide } from './too-wide.js';
import { Visitor } from './visitor.js';

const DESKTOP = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };
const DIALOG = '[role=dialog][data-state=open]';

describe('every screen is accessible', () => {
  let shop: WholeShop;
  let browser: Browser;
  let screensShop: ScreensShop;
  const visitors = new Map<Viewer, Visitor>();
  const judged = new Set<string>();

  beforeAll(async () => {
    shop = await sharedShop('screens');
    [browser, screensShop] = await Promise.all([sharedBrowser(), prepareScreensShop(shop)]);
  }, 150_000);
  afterAll(async () => {
    for (const visitor of visitors.values()) await visitor.close();
  });

  /** One window per viewer, whose theme follows the device's. */
  async function visitorOf(viewer: Viewer): Promise<Visitor> {
    const known = visitors.get(viewer);
    if (known) return known;
    const visitor = await Visitor.open(browser, shop, {
      theme: 'system',
      reducedMotion: 'reduce',
      isReturning: viewer !== 'newcomer',
    });
    if (viewer !== 'visitor' && viewer !== 'newcomer') await visitor.useSessionOf(screensShop.people[viewer]);
    visitors.set(viewer, visitor);
    return visitor;
  }

  it.each<Scene>([...shopScenes, ...statesOfScreens])(
    '$title: WCAG 2.2 AA in both themes, nothing wider than 320 px, also with letters of 200 %, by the keyboard alone (OWN-171, OWN-321, OWN-332, OWN-836)',
    async ({ viewer, show }) => {
      const { page, errors } = await visitorOf(viewer);
      await page.setViewportSize(DESKTOP);
      await show(page, screensShop);
      judged.add(new URL(page.url()).pathname);
      // The market's last part comes by itself after the first view.
      if ((await page.getByRole('tablist', { name: 'Categories' }).count()) > 0)
        await page.locator('[aria-label="Open quick actions"]').waitFor({ state: 'attached' });
      // What stands behind a dialog is a scene of its own.
      const within = (await page.locator(DIALOG).count()) > 0 ? DIALOG : 'html';
      // All of the page is judged; scrolled, its header would stand over half of a button.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html.${colorScheme}`).waitFor();
        await waitUntilStable(page);
        const found = await violations(page, { coloursOnly: colorScheme === 'light', within });
        expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
      }
      expect(await keyboardFaults(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      await waitUntilStable(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
      expect(await page.locator('body [title], body svg title').count()).toBe(0);
      expect(await tooWideWithLargeLetters(page)).toEqual([]);
      expect(errors).toEqual([]);
    },
    240_000,
  );

  it('and no address of the router is missing among them (OWN-171, OWN-778)', () => {
    expect(pagePaths.filter((path) => !judged.has(path))).toEqual([]);
  });
});

/** What does not fit with letters of 200 %; the page is left with its own. */
async function tooWideWithLargeLetters(page: Page): Promise<string[]> {
  const setLetters = async (size: string): Promise<void> =>
    await page.evaluate((value) => void (document.documentElement.style.fontSize = value), size);
  await setLetters('200%');
  await waitUntilStable(page);
  const found = await tooWide(page);
  await setLetters('');
  return found;
}
