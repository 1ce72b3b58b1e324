import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { assertConsistent } from '../check/consistency.js';
import type { Person } from '../support/person.js';
import { buy, productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { Keyboard } from './keyboard.js';
import { PanelPage } from './panel-page.js';
import { Visitor } from './visitor.js';

/** Deleted in the end: no spec of the same shop buys it. */
const GOODS = 'Golden Apples';
/** How soon the other panel shows what one did, ms. */
const SOON = { timeout: 1_000 };

describe('two people at the panel at once', () => {
  let shop: WholeShop;
  let browser: Browser;
  let buyer: Person;
  let visitors: Visitor[];
  let one: PanelPage;
  let other: PanelPage;

  beforeAll(async () => {
    shop = await sharedShop('panels');
    browser = await sharedBrowser();
    buyer = await newCustomer(shop);
    const opened = async (): Promise<Visitor> => {
      const visitor = await Visitor.open(browser, shop);
      await visitor.useSessionOf(await signInWithDiscord(shop, 'pax.operator'));
      return visitor;
    };
    const [first, second] = await Promise.all([opened(), opened()]);
    visitors = [first, second];
    one = new PanelPage(first.page);
    other = new PanelPage(second.page);
  }, 150_000);
  afterAll(async () => {
    for (const visitor of visitors) await visitor.close();
  });
  afterEach(async () => {
    for (const visitor of visitors) visitor.assertNoErrors();
    await assertConsistent(shop);
  }, 90_000);

  const newOrder = async (): Promise<number> => {
    const { id } = await productNamed(buyer, GOODS);
    return (await buy(buyer, [{ id, quantity: 1 }])).orders[0] ?? 0;
  };
  const open = async (tab: string): Promise<void> => {
    await Promise.all([one, other].map(({ page }) => page.goto(`/admin?tab=${tab}`)));
  };
  /** The product's price in a panel. */
  const price = ({ page }: PanelPage): Locator =>
    page.getByRole('spinbutton', { name: `Preis von ${GOODS}` });
  /** Waits until a field shows a value. */
  const shows = async (shown: Locator, value: string): Promise<void> => {
    const handle = await shown.elementHandle();
    await shown
      .page()
      .waitForFunction(
        ([input, wanted]) => input instanceof HTMLInputElement && input.value === wanted,
        [handle, value] as const,
        SOON,
      );
  };

  it('each sees within a second what the other changed of a product (OWN-595)', async () => {
    await open('products');
    await Promise.all([one, other].map((panel) => price(panel).waitFor()));
    for (const [panel, seenBy, amount] of [
      [one, other, '3.21'],
      [other, one, '4.32'],
    ] as const) {
      await price(panel).fill(amount);
      await price(panel).press('Enter');
      await panel.page.getByText('Produkt aktualisiert').first().waitFor();
      await shows(price(seenBy), amount);
    }
  }, 90_000);

  it('of two who change one value at once the later is told, and sees the earlier’s (OWN-595)', async () => {
    await open('products');
    let isSent = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      isSent = resolve;
    });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The other's change is on its way, with the version that was seen, when the first one's is made.
    await other.page.route('**/api/admin/products/*', async (route) => {
      isSent();
      await released;
      await route.continue();
    });
    await price(other).fill('9.99');
    await price(other).press('Enter');
    await sent;
    await price(one).fill('5.55');
    await price(one).press('Enter');
    await one.page.getByText('Produkt aktualisiert').first().waitFor();
    release();
    await other.page
      .getByText(/wurde inzwischen geändert/)
      .first()
      .waitFor();
    await other.page.getByText(/^Inzwischen geändert, jetzt: .*5[.,]55/).waitFor();
    expect((await productNamed(buyer, GOODS)).price).toBe('5.55');
    expect(visitors[1]?.errors.splice(0)).toEqual([expect.stringContaining('answered 409')]);
    await other.page.unroute('**/api/admin/products/*');
  }, 90_000);

  it('each sees within a second what the other does with an order (OWN-595)', async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    await open('orders');
    await Promise.all([one, other].map(async (panel) => panel.shows(second, 'Ausstehend')));
    await one.complete(first);
    await other.row(first).getByText('Abgeschlossen', { exact: true }).waitFor(SOON);
    await other.complete(second);
    await one.row(second).getByText('Abgeschlossen', { exact: true }).waitFor(SOON);
    const third = await newOrder();
    await Promise.all(
      [one, other].map((panel) => panel.row(third).getByText('Ausstehend', { exact: true }).waitFor(SOON)),
    );
  }, 90_000);

  it('the keyboard alone completes, archives, answers, edits and deletes (OWN-596)', async () => {
    const { page } = one;
    const keys = new Keyboard(page);
    const id = await newOrder();
    await page.goto(`/admin?q=${id}`);
    await one.shows(id, 'Ausstehend');
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await one.shows(id, 'Abgeschlossen');
    await page.keyboard.press('a');
    await one.row(id).waitFor({ state: 'detached' });

    const ticket = await buyer.call('POST', '/api/support-tickets', {
      name: 'Mara',
      email: 'mara@example.org',
      subject: 'By keyboard',
      message: 'Where is it?',
    });
    expect(ticket.status).toBe(201);
    await page.goto('/admin?tab=tickets');
    await page.getByText('By keyboard').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: /^Ticket #/ });
    await keys.press(sheet.getByRole('button', { name: 'Antworten' }));
    await keys.write(sheet.getByLabel('Antwort', { exact: true }), 'At spawn.');
    await keys.press(sheet.getByRole('button', { name: 'Senden und erledigen' }));
    await sheet.getByText('Beantwortet').waitFor();

    await page.goto('/admin?tab=products');
    await price(one).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(GOODS);
    await keys.write(price(one), '6.54');
    await keys.submit();
    await shows(price(one), '6.54');
    await page.getByText('Produkt aktualisiert').first().waitFor();
    await keys.press(page.getByRole('button', { name: `${GOODS} löschen` }));
    const dialog = page.getByRole('dialog', { name: 'Dieses Produkt löschen?' });
    await keys.press(dialog.getByRole('button', { name: 'Löschen', exact: true }));
    await price(one).waitFor({ state: 'detached' });
  }, 120_000);
});
