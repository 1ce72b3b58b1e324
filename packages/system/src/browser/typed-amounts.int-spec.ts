import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminCoinStockAnswer, adminProduct } from '@pax/contracts';
import type { Browser, Locator } from 'playwright-core';
import type { Person } from '../support/person.js';
import { sharedShop } from '../support/shared-shop.js';
import { productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import { startChromium } from './chromium.js';
import { productField } from './panel-acts.js';
import { PanelPage } from './panel-page.js';
import { Visitor } from './visitor.js';

const MILLION = 1_000_000;

describe.each([
  { lang: 'en', language: 'mix', price: '$32.50', preview: '1,500M', amount: 'Amount in millions' },
  { lang: 'de', language: 'de', price: '32,50\u00a0$', preview: '1.500M', amount: 'Menge in Millionen' },
] as const)('an amount typed in a Chromium of $lang', ({ lang, language, price, preview, amount }) => {
  let shop: WholeShop;
  let admin: Person;
  let browser: Browser;
  let visitor: Visitor;
  beforeAll(async () => {
    shop = await sharedShop('panels');
    admin = await signInWithDiscord(shop, 'pax.operator');
    browser = await startChromium([`--lang=${lang}`]);
    visitor = await Visitor.open(browser, shop, { isReturning: true, locale: lang, language });
    await visitor.useSessionOf(admin);
  }, 150_000);
  afterAll(async () => browser.close());

  const type = async (field: Locator, typed: string): Promise<void> => {
    await field.selectText();
    await field.pressSequentially(typed);
  };
  /** Types and presses Enter. @returns what the shop answers */
  const save = async (field: Locator, typed: string): Promise<unknown> => {
    await type(field, typed);
    const answered = visitor.page.waitForResponse((response) => response.request().method() === 'PATCH');
    await field.press('Enter');
    return await (await answered).json();
  };

  it('takes what is typed as it was meant, or refuses it (OWN-1052)', async () => {
    const panel = new PanelPage(visitor.page);
    const name = `Typed ${lang}`;
    const made = { name, price: '1.00', category: 'items', stock: 3, image: '/art/item-elytra.svg' };
    const { id } = await admin.send('POST', '/api/admin/products', made, adminProduct);
    await panel.page.goto(`/admin?tab=products&q=${name}`);
    expect(await save(productField(panel, 'Preis', name), '32,50')).toMatchObject({ price: '32.50' });
    expect(await save(productField(panel, 'Bestand', name), '1.500')).toMatchObject({ onHand: 1_500 });
    await type(productField(panel, 'Preis', name), '1.500');
    await productField(panel, 'Preis', name).press('Enter');
    await panel.page.getByText(`etwa ${price.replace(/\s?\$/, '')}.`).waitFor();

    const buyer = await newCustomer(shop);
    await panel.page.goto(`/admin?tab=users&q=${buyer.username}`);
    const credit = panel.page.getByLabel(`Shop-Guthaben von ${buyer.username}`, { exact: true });
    expect(await save(credit, '12,50')).toMatchObject({ storeCredit: '12.50' });

    await panel.page.goto('/admin?tab=coins');
    const pool = panel.page.getByLabel('Neuer Stand in Coins');
    await type(pool, '1.500.000.000');
    await panel.page.getByText(`Vorschau: ${preview}`).waitFor();
    await type(pool, '1,5');
    await pool.press('Enter');
    await panel.page.getByText('Fehler: Bitte geben Sie eine gültige Zahl ein').first().waitFor();

    // Specs that share the shop may have emptied the pool.
    await admin.send('PUT', '/api/admin/coin-stock', { coinStock: 900 * MILLION }, adminCoinStockAnswer);
    const { id: custom } = await productNamed(admin, 'Custom Coins');
    await panel.page.goto(`/?product=${custom}`);
    const dialog = panel.page.getByRole('dialog');
    const millions = dialog.getByLabel(amount);
    await type(millions, '1,5');
    await dialog.getByText(/(?:Only whole millions|Nur ganze Millionen)/).waitFor();
    await type(millions, '250');
    await dialog.getByText(price).first().waitFor();
    await admin.call('DELETE', `/api/admin/products/${id}`);
    visitor.assertNoErrors();
  }, 90_000);
});
