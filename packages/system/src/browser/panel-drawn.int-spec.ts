import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { adminCoinStockAnswer, adminProduct } from '@pax/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Person } from '../support/person.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { startChromium } from './chromium.js';
import { productField } from './panel-acts.js';
import { PanelPage } from './panel-page.js';
import { productNamed } from '../support/shopping.js';
import { Visitor } from './visitor.js';

const SIZES = [10, 25, 50, 100, 250] as const;
const MILLION = 1_000_000;

describe('the panel in a browser', () => {
  let shop: WholeShop;
  let admin: Person;
  let visitors: Visitor[];
  let page: Page;

  beforeAll(async () => {
    const [started, browser] = await Promise.all([sharedShop('panels'), sharedBrowser()]);
    shop = started;
    admin = await signInWithDiscord(shop, 'pax.operator');
    visitors = await Promise.all(
      [1, 2, 3].map(async () => Visitor.open(browser, shop, { isReturning: true })),
    );
    const [one, other] = visitors;
    if (!one || !other) throw new Error('no window opened');
    await one.useSessionOf(admin);
    await other.useSessionOf(await signInWithDiscord(shop, 'pax.operator'));
    page = one.page;
  }, 150_000);
  afterEach(() => {
    for (const visitor of visitors) visitor.assertNoErrors();
  });
  afterAll(async () => {
    for (const visitor of visitors) await visitor.close();
  });

  it('shows the picture of a product of 32.50 whole and zoomed, also after its price changed (ADMIN-2.16)', async () => {
    const made = async (name: string, price: string) => {
      const body = { name, price, category: 'items', stock: 3, image: '/art/item-elytra.svg' };
      return await admin.send('POST', '/api/admin/products', body, adminProduct);
    };
    const products = [await made('Drawn Whole', '32.50'), await made('Drawn Plain', '32.49')];
    const drawn = async (name: string): Promise<string[]> => {
      const card = page
        .getByRole('listitem')
        .filter({ has: productField(new PanelPage(page), 'Preis', name) });
      return await styleOf(card.locator('img').first());
    };
    const id = products[0]?.id;
    await page.goto('/admin?tab=products&q=drawn');
    expect(await drawn('Drawn Whole')).toEqual(['contain', 'matrix(1.15, 0, 0, 1.15, 0, 0)']);
    expect(await drawn('Drawn Plain')).toEqual(['contain', 'none']);
    await admin.send('PATCH', `/api/admin/products/${id}`, { price: '30.00' }, adminProduct);
    await page.reload();
    expect(await drawn('Drawn Whole')).toEqual(['contain', 'matrix(1.15, 0, 0, 1.15, 0, 0)']);
    await page.goto(`/?product=${id}`);
    const shown = page.getByRole('dialog').locator('img').first();
    expect(await styleOf(shown)).toEqual(['contain', 'matrix(1.15, 0, 0, 1.15, 0, 0)']);
    for (const product of products) await admin.call('DELETE', `/api/admin/products/${product.id}`);
  }, 60_000);

  it('draws the pool and how often each size can be bought, a custom amount only above 0 (ADMIN-2.28, ADMIN-2.29)', async () => {
    const facts = async (): Promise<Record<string, string>> => {
      await page.getByText('Mögliche Käufe').waitFor();
      return await page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll('dt')].map((name) => [
            name.textContent,
            name.nextElementSibling?.textContent.replaceAll(/\D/g, '') ?? '',
          ]),
        ),
      );
    };
    const { coinStock, free } = await admin.get('/api/admin/coin-stock', adminCoinStockAnswer);
    await page.goto('/admin?tab=coins');
    const purchases = (coins: number) =>
      Object.fromEntries(SIZES.map((size) => [`${size}M`, String(Math.floor(coins / (size * MILLION)))]));
    expect(await facts()).toMatchObject(purchases(free));
    await page
      .getByText(`${coinStock.toLocaleString('en-US')} Coins`, { exact: true })
      .first()
      .waitFor();
    for (const coins of [0, 249_999_999]) {
      const pool = { coinStock: coins, held: 0, free: coins, version: 9 };
      await page.route('**/api/admin/coin-stock', async (route) => route.fulfill({ json: pool }));
      await page.reload();
      const drawn = await facts();
      expect(drawn).toMatchObject(purchases(coins));
      expect(Object.keys(drawn).filter((name) => !/^\d+M$/.test(name))).toHaveLength(coins === 0 ? 1 : 2);
      await page.unroute('**/api/admin/coin-stock');
    }
  }, 60_000);

  describe.each([
    { lang: 'en', language: 'mix', price: '$32.50', preview: '1,500M', amount: 'Amount in millions' },
    { lang: 'de', language: 'de', price: '32,50\u00a0$', preview: '1.500M', amount: 'Menge in Millionen' },
  ] as const)('in a Chromium of $lang', ({ lang, language, price, preview, amount }) => {
    let browser: Browser;
    let visitor: Visitor;
    beforeAll(async () => {
      browser = await startChromium([`--lang=${lang}`]);
      visitor = await Visitor.open(browser, shop, {
        isReturning: true,
        locale: lang,
        language,
      });
      await visitor.useSessionOf(admin);
      visitors.push(visitor);
    }, 60_000);
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
    }, 90_000);
  });

  it('keeps filter, order and search of tickets and archive over a reload and on the way back', async () => {
    const choose = async (before: string, after: string): Promise<void> => {
      await page.getByRole('button', { name: before }).click();
      await page.getByRole('menuitemradio', { name: after }).click();
    };
    const tickets = '/admin?tab=tickets&sort=newest&filter=all&q=lan';
    await page.goto('/admin?tab=tickets');
    await choose('Dringende zuerst', 'Neueste zuerst');
    await page.getByRole('radio', { name: /^Alle/ }).click();
    await page.getByRole('searchbox', { name: 'Tickets durchsuchen' }).fill('lan');
    await page.waitForURL(tickets);
    const asTickets = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Neueste zuerst' }).waitFor();
      await page.getByRole('radio', { name: /^Alle/, checked: true }).waitFor();
      expect(await page.getByRole('searchbox', { name: 'Tickets durchsuchen' }).inputValue()).toBe('lan');
      expect(page.url()).toContain(tickets);
    };
    await page.reload();
    await asTickets();
    await page.getByRole('link', { name: /^Archiviert/ }).click();
    await choose('Neueste zuerst', 'Höchste Summe');
    await page.waitForURL('/admin?tab=archived&sort=total');
    await page.reload();
    await page.getByRole('button', { name: 'Höchste Summe' }).waitFor();
    await page.goBack();
    await asTickets();
  }, 60_000);
});

/** How a picture sits in its place. */
async function styleOf(picture: Locator): Promise<string[]> {
  return await picture.evaluate((element) => {
    const { objectFit, transform } = getComputedStyle(element);
    return [objectFit, transform];
  });
}
