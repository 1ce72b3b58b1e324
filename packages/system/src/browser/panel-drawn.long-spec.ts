import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { adminCoinStockAnswer, adminProduct } from '@pax/contracts';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../support/person.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { signInWithDiscord } from '../support/sign-in.js';
import { productField } from './panel-acts.js';
import { PanelPage } from './panel-page.js';
import { Visitor } from './visitor.js';

const SIZES = [10, 25, 50, 100, 250] as const;
const MILLION = 1_000_000;

describe('the panel in a browser', () => {
  let shop: WholeShop;
  let admin: Person;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    shop = await sharedShop('panels');
    admin = await signInWithDiscord(shop, 'pax.operator');
    visitor = await Visitor.open(await sharedBrowser(), shop, { isReturning: true });
    await visitor.useSessionOf(admin);
    ({ page } = visitor);
  }, 150_000);
  afterEach(() => visitor.assertNoErrors());
  afterAll(async () => visitor.close());

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
