import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { shopScenes } from '../screens/scenes.js';
import { prepareStage, type Stage, type Viewer } from '../screens/stage.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { startChromium } from './chromium.js';
import { settled } from './settled.js';
import { Visitor } from './visitor.js';

const DESKTOP = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };

describe('every screen with letters of 200 % on 320 px', () => {
  let shop: WholeShop;
  let browser: Browser;
  let stage: Stage;
  const visitors = new Map<Viewer, Visitor>();

  beforeAll(async () => {
    shop = await startWholeShop();
    [browser, stage] = await Promise.all([startChromium(), prepareStage(shop)]);
  }, 150_000);
  afterAll(async () => {
    await browser.close();
    await shop.stop();
  }, 60_000);

  async function pageOf(viewer: Viewer): Promise<Page> {
    const known = visitors.get(viewer);
    if (known) return known.page;
    const visitor = await Visitor.arrive(browser, shop, { theme: 'dark', reducedMotion: 'reduce' });
    if (viewer !== 'visitor' && viewer !== 'newcomer') await visitor.bring(stage.people[viewer]);
    visitors.set(viewer, visitor);
    return visitor.page;
  }

  it.each(shopScenes)(
    '$title: nothing is wider than the screen, and no tooltip is the browser’s (OWN-321, OWN-332)',
    async ({ viewer, show }) => {
      const page = await pageOf(viewer);
      await page.setViewportSize(DESKTOP);
      await show(page, stage);
      expect(await page.locator('body [title], body svg title').count()).toBe(0);
      await page.setViewportSize(NARROW);
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
      await settled(page);
      expect(await tooWide(page)).toEqual([]);
    },
    120_000,
  );
});

/** What makes the page or an open dialog scroll sideways, or sticks out of the window; a line each. */
async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const named = (element: Element, what: string): string =>
      `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}" ${what}`;
    const scrolls = (element: Element): boolean =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const isCut = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      return false;
    };
    const { scrollWidth } = document.documentElement;
    // Tabs are a row to be moved; the body of a dialog is not.
    const sideways = [...document.querySelectorAll('[role=dialog], [role=dialog] *:not([role=tablist])')]
      .filter((element) => scrolls(element) && element.scrollWidth > element.clientWidth + 1)
      .map((element) => named(element, 'scrolls sideways'));
    const out = [...document.querySelectorAll('button, a, input, select, h1, h2, h3, p, dd, dt, li')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (right > innerWidth + 1 || left < -1) && !isCut(element);
      })
      .map((element) => named(element, 'sticks out'));
    return [...(scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : []), ...sideways, ...out];
  });
}
