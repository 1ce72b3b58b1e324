import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { shopScenes } from '../screens/scenes.js';
import { prepareStage, type Stage, type Viewer } from '../screens/stage.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { startChromium } from './chromium.js';
import { settled } from './settled.js';
import { Visitor } from './visitor.js';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const THEMES = ['dark', 'light'] as const;
const PHONE = { width: 390, height: 844 };

describe('every screen passes an automated check of accessibility (OWN-171)', () => {
  let shop: WholeShop;
  let browser: Browser;
  let stage: Stage;
  const visitors = new Map<string, Visitor>();

  beforeAll(async () => {
    shop = await startWholeShop();
    [browser, stage] = await Promise.all([startChromium(), prepareStage(shop)]);
  }, 150_000);
  afterAll(async () => {
    await browser.close();
    await shop.stop();
  }, 60_000);

  async function visitorOf(viewer: Viewer, theme: 'dark' | 'light', phone: boolean): Promise<Visitor> {
    const key = `${viewer} ${theme} ${phone}`;
    const known = visitors.get(key);
    if (known) return known;
    const look = { theme, reducedMotion: 'reduce', ...(phone ? { viewport: PHONE } : {}) } as const;
    const visitor = await Visitor.arrive(browser, shop, look);
    if (viewer !== 'visitor') await visitor.bring(stage.people[viewer]);
    visitors.set(key, visitor);
    return visitor;
  }

  it.each(shopScenes)(
    '$title',
    async ({ viewer, show }) => {
      for (const theme of THEMES) {
        const { page, faults } = await visitorOf(viewer, theme, false);
        await show(page, stage);
        await settled(page);
        expect({ theme, violations: await violations(page), faults }).toEqual({
          theme,
          violations: [],
          faults: [],
        });
      }
    },
    60_000,
  );

  it('nothing scrolls sideways at 320 px (OWN-181)', async () => {
    const wide: string[] = [];
    for (const { name, viewer, show } of shopScenes) {
      const { page } = await visitorOf(viewer, 'dark', true);
      await page.setViewportSize({ width: 320, height: 640 });
      await show(page, stage);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) wide.push(`${name}: ${width} px`);
    }
    expect(wide).toEqual([]);
  }, 180_000);
});

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}
