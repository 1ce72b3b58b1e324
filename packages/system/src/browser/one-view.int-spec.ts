import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { newCustomer } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { MarketPage } from './market-page.js';
import { Visitor, type Language } from './visitor.js';

const viewport = { width: 1280, height: 800 };

describe('the checkout in a wide window (OWN-1364)', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('flows'), sharedBrowser()]);
  }, 150_000);
  afterEach(async () => visitor.closeWithoutErrors());

  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (!box) throw new Error('nothing is drawn');
    return box;
  };

  it.each(['mix', 'en', 'de'] as const satisfies Language[])(
    'shows all ways, both ticks and Pay at once, and changes pieces beside them (%s)',
    async (language) => {
      visitor = await Visitor.open(browser, shop, { viewport, language });
      await visitor.useSessionOf(await newCustomer(shop));
      const { page } = visitor;
      await page.goto('/');
      await page.getByRole('tab').nth(1).click();
      const totem = new MarketPage(page).findProductCard('Totem of Return');
      await totem.getByRole('button').last().click();
      await page.goto('/#checkout');
      const dialog = page.getByRole('dialog');
      const pay = dialog.locator('button[type=submit]');
      await dialog.getByRole('radio').nth(2).waitFor();
      const { y: footTop, x: payLeft } = await boxOf(pay);
      const choices = [
        ...(await dialog.getByRole('radio').all()),
        ...(await dialog.getByRole('checkbox').all()),
      ];
      expect(choices).toHaveLength(6);
      for (const choice of choices) {
        const { y, height } = await boxOf(choice);
        expect(y + height).toBeLessThan(footTop);
      }
      const picker = dialog.getByRole('spinbutton');
      expect((await boxOf(picker)).x).toBeGreaterThan(payLeft);
      const before = await pay.textContent();
      await picker.fill('2');
      await dialog.getByText(/^2 × /).waitFor();
      expect(await pay.textContent()).not.toBe(before);
    },
    60_000,
  );
});
