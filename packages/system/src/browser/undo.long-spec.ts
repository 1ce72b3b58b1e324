import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { assertConsistent } from '../check/consistency.js';
import { estimateIdleMs } from '../support/idle-time.js';
import { sharedBrowser } from '../support/shared-shop.js';
import { buyByCard, productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { SOON } from './panel-acts.js';
import { PanelPage } from './panel-page.js';
import { Visitor } from './visitor.js';

/** Time within which another panel shows what is taken back, ms. */
const SECOND_MS = 1_000;

describe('a move taken back', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitors: Visitor[];

  beforeAll(async () => {
    shop = await startWholeShop({ UNDO_SECONDS: '10' });
    browser = await sharedBrowser();
    const opened = async (): Promise<Visitor> => {
      const visitor = await Visitor.open(browser, shop, { isWarm: true });
      await visitor.useSessionOf(await signInWithDiscord(shop, 'pax.operator'));
      return visitor;
    };
    visitors = await Promise.all([opened(), opened()]);
  }, 150_000);
  afterAll(async () => {
    for (const visitor of visitors) await visitor.close();
    await shop.stop();
  });

  it('is back within a second in both panels, singly and for many, and then nothing was booked (OWN-1568)', async () => {
    const buyer = await newCustomer(shop);
    const { id: product } = await productNamed(buyer, 'Golden Apples');
    const bought = await buyByCard(buyer, [{ id: product, quantity: 1 }]);
    const id = bought.orders[0] ?? 0;
    const panels = visitors.map(({ page }) => new PanelPage(page));
    const page = visitors[0]?.page;
    if (!page) throw new Error('no panel');
    for (const panel of panels) {
      await panel.page.goto(`/admin?q=%23${id}`);
      await panel.waitForOrderState(id, 'Ausstehend');
      await panel.page.getByText('Live', { exact: true }).waitFor();
    }
    const bothShow = async (state: string): Promise<number> =>
      await estimateIdleMs(async () => {
        for (const panel of panels)
          await panel.findOrderRow(id).getByText(state, { exact: true }).waitFor(SOON);
      });
    const takeBack = async (): Promise<number> => {
      await page.getByRole('button', { name: 'Rückgängig' }).waitFor();
      await bothShow('Abgeschlossen');
      await page.keyboard.press('z');
      return await bothShow('Ausstehend');
    };
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    const single = await takeBack();
    await page.getByText('Rückgängig gemacht').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('e');
    const many = await takeBack();
    await page.getByText('1 Bestellung ist wieder wie zuvor').waitFor();
    expect({ single: single < SECOND_MS, many: many < SECOND_MS }).toEqual({ single: true, many: true });
    const { rows } = await shop.database.query<{ earnings: string }>(
      `SELECT earnings FROM orders WHERE id = ${id}`,
    );
    expect(rows).toEqual([{ earnings: 'pending' }]);
    for (const visitor of visitors) visitor.assertNoErrors();
    await assertConsistent(shop);
  }, 120_000);
});
