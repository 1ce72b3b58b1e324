import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import { signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phone } from './appearances.js';
import { ChatPage } from './chat-page.js';
import { Visitor } from './visitor.js';

/** What a shop has after years. */
const LARGE = {
  orders: 28_760,
  openOrders: 28_441,
  archived: 99_240,
  users: 20_011,
  tickets: 5_003,
  endedTickets: 61_240,
};
const POOL = { coinStock: 749_984_123, held: 0, free: 749_984_123, version: 9 };

describe('the panel on a phone', () => {
  let shop: WholeShop;
  let visitor: Visitor;

  beforeAll(async () => {
    shop = await sharedShop('panels');
    visitor = await Visitor.open(await sharedBrowser(), shop, phone);
    await visitor.useSessionOf(await signInWithDiscord(shop, 'pax.operator'));
    await visitor.page.route('**/api/admin/counts', async (route) => route.fulfill({ json: LARGE }));
    await visitor.page.route('**/api/admin/coin-stock', async (route) => route.fulfill({ json: POOL }));
  }, 150_000);
  afterAll(async () => {
    await visitor.closeWithoutErrors();
  });

  it.each([390, 360, 320])(
    'has the tabs of a large shop side by side on %d px, its counts in short (OWN-181)',
    async (width) => {
      const { page } = visitor;
      await page.setViewportSize({ width, height: 780 });
      await page.goto('/admin');
      const bar = page.getByRole('navigation', { name: 'Bereiche' });
      await bar.getByText('28.7k', { exact: true }).waitFor();
      // For screen readers the number is in full.
      await bar.getByRole('link', { name: 'Bestellungen 28,760', exact: true }).waitFor();
      const list = bar.getByRole('list');
      const [shown, needed] = await list.evaluate((row) => [row.clientWidth, row.scrollWidth]);
      expect([shown, needed]).toEqual([width, width]);
      const gap = width < 375 ? 1 : 3;
      const overlaps = await list.evaluate((row, least) => {
        const marks = [...row.querySelectorAll('li')].map((tab) =>
          [...tab.querySelectorAll('svg, [aria-hidden] > span, span[aria-hidden]')]
            .map((part) => part.getBoundingClientRect())
            .filter((box) => box.width > 1),
        );
        return marks.flatMap((boxes, at) => {
          const next = marks[at + 1] ?? [];
          const end = Math.max(...boxes.map(({ right }) => right));
          return next.some(({ left }) => left < end + least) ? [at] : [];
        });
      }, gap);
      expect(overlaps).toEqual([]);
    },
    60_000,
  );

  it('has the tabs that its bar has no room for in a menu behind it', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 780 });
    await page.goto('/admin');
    const bar = page.getByRole('navigation', { name: 'Bereiche' });
    await bar.getByRole('link').nth(5).waitFor();
    expect(await bar.getByRole('link').count()).toBe(6);
    const more = bar.getByRole('button', { name: 'Mehr Bereiche' });
    for (const tab of ['Rechte', 'Reserviert']) {
      await more.click();
      await page.getByRole('menuitem', { name: tab }).click();
      await page.getByRole('heading', { level: 2, name: tab }).waitFor();
      expect(await more.getAttribute('aria-current')).toBe('page');
    }
    await page.setViewportSize({ width: 800, height: 780 });
    await bar.getByRole('link').nth(7).waitFor();
    expect(await more.isVisible()).toBe(false);
  });

  it('has every channel of the stand-in Discord beside it by its whole name, the open one in view', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 780 });
    await page.goto(ChatPage.getChannelAddress(shop, 'tickets', 'mira.staff'));
    const channels = page.getByRole('navigation', { name: 'Channels' });
    const cut = await channels
      .getByRole('link')
      .evaluateAll((links) =>
        links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent),
      );
    expect(cut).toEqual([]);
    const open = await channels.locator('[aria-current]').boundingBox();
    expect(open?.x).toBeGreaterThanOrEqual(0);
    expect((open?.x ?? 0) + (open?.width ?? 0)).toBeLessThanOrEqual(320);
  });
});
