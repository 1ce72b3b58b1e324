import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import {
  adminProduct,
  checkoutCalls,
  createTicketAnswer,
  placeCheckoutAnswer,
  staffOrder,
} from '@pax/contracts';
import { assertConsistent } from '../check/consistency.js';
import { Person } from '../support/person.js';
import { buyByCard, productNamed, tryToPlace } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import { estimateIdleMs } from '../support/idle-time.js';
import type { WholeShop } from '../support/whole-shop.js';
import { OrdersPage } from './account-page.js';
import { Keyboard } from './keyboard.js';
import {
  orderActs,
  poolActs,
  productActs,
  productField,
  rightsActs,
  waitForValue as shows,
  SOON,
  ticketActs,
  userActs,
  type Act,
} from './panel-acts.js';
import { PanelPage } from './panel-page.js';
import { Visitor } from './visitor.js';

/** Deleted in the end: no spec of the same shop buys it. */
const GOODS = 'Golden Apples';
const SECOND_MS = 1_000;

describe('two people at the panel at once', () => {
  let shop: WholeShop;
  let browser: Browser;
  let buyer: Person;
  let admin: Person;
  let visitors: Visitor[];
  let one: PanelPage;
  let other: PanelPage;

  beforeAll(async () => {
    shop = await sharedShop('panels');
    browser = await sharedBrowser();
    [buyer, admin] = await Promise.all([newCustomer(shop), signInWithDiscord(shop, 'pax.operator')]);
    const opened = async (): Promise<Visitor> => {
      const visitor = await Visitor.open(browser, shop, { isWarm: true });
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
    return (await buyByCard(buyer, [{ id, quantity: 1 }])).orders[0] ?? 0;
  };
  const open = async (tab: string): Promise<void> => {
    await Promise.all([one, other].map(({ page }) => page.goto(`/admin?tab=${tab}`)));
  };
  /** The product's price in a panel. */
  const price = (panel: PanelPage): Locator => productField(panel, 'Preis', GOODS);
  const newTicket = async (subject: string, sender = buyer): Promise<number> => {
    const form = { name: 'Mara', email: 'mara@example.org', subject, message: 'Where is it?' };
    return (await sender.send('POST', '/api/support-tickets', form, createTicketAnswer)).id;
  };
  /** An order that waits for its money; a buyer has one at a time. */
  const newCryptoOrder = async (): Promise<number> => {
    const person = await newCustomer(shop);
    const { id } = await productNamed(person, GOODS);
    const answer = await tryToPlace(person, [{ id, quantity: 1 }], {}, checkoutCalls.payByCrypto.path);
    const { checkout } = placeCheckoutAnswer.parse(answer.body);
    const [order] = (await person.get('/api/orders', staffOrder.array())).filter(
      (bought) => bought.checkout === checkout,
    );
    return order?.id ?? 0;
  };
  /** Ends when the shop did what a panel asks: a second begins then, however long it took. @returns why it did not */
  const refusalOf = async ({ page }: PanelPage, act: () => Promise<unknown>): Promise<string> => {
    const answered = page.waitForResponse(
      (answer) => answer.url().includes('/api/') && answer.request().method() !== 'GET',
    );
    await act();
    const answer = await answered;
    return answer.ok() ? '' : `${answer.url()} answered ${answer.status()}: ${await answer.text()}`;
  };
  const newProducts = async (attempt: number): Promise<[string, string]> => {
    const names: [string, string] = [`Moss Stone ${attempt}`, `Clay Pot ${attempt}`];
    for (const name of names)
      await admin.send(
        'POST',
        '/api/admin/products',
        { name, category: 'items', price: '1.00', stock: 3 },
        adminProduct,
      );
    return names;
  };
  /** What was seen later than it may be, with its time in ms. */
  type Late = readonly string[];
  const lateOf = (what: string, ms: number): Late =>
    ms < SECOND_MS ? [] : [`${what}: ${Math.round(ms)} ms`];
  /** Nothing is late; once the machine may have held something up, and then all of it is done again. */
  const expectNoneLate = async (walk: (attempt: number) => Promise<Late>): Promise<void> => {
    if ((await walk(1)).length > 0) expect(await walk(2)).toEqual([]);
  };
  /** Each act is one panel's and seen by the other; they take turns. */
  const takeTurns = async (acts: readonly Act[]): Promise<Late> => {
    const late: string[] = [];
    for (const [turn, { what, act, seen }] of acts.entries()) {
      const [acting, seeing] = turn % 2 === 0 ? [one, other] : [other, one];
      expect([what, await refusalOf(acting, () => act(acting))]).toEqual([what, '']);
      const tookMs = await estimateIdleMs(() => seen(seeing)).catch((error: unknown) => {
        throw new Error(`${what}: not seen`, { cause: error });
      });
      late.push(...lateOf(what, tookMs));
      // The acting panel as it was, without its sheet.
      await acting.page.keyboard.press('Escape');
      await acting.page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    }
    return late;
  };

  const newUser = async (): Promise<string> => (await newCustomer(shop)).username;
  it.each([
    [
      'products',
      'products',
      async (attempt: number) => productActs(`Ember Lamp ${attempt}`, await newProducts(attempt)),
    ],
    ['orders', 'orders', async () => orderActs(await newOrder(), await newOrder(), await newCryptoOrder())],
    ['an account', 'users&sort=createdAt', async () => userActs(await newUser())],
    ['the pool', 'coins', async (attempt: number) => poolActs(120 + attempt)],
    ['rights', 'rights', async () => rightsActs()],
    ['a ticket', 'tickets', async () => ticketActs(await newTicket('Lost'), await newTicket('Found'))],
  ] as const)(
    'each sees within a second all that the other does with %s (OWN-595, OWN-125, OWN-128)',
    async (_what, tab, acts) => {
      await expectNoneLate(async (attempt) => {
        const walk = await acts(attempt);
        await open(tab);
        await Promise.all(
          [one, other].map(({ page }) => page.getByRole('heading', { level: 2 }).first().waitFor()),
        );
        await Promise.all([one, other].map(({ page }) => page.getByText('Live', { exact: true }).waitFor()));
        return takeTurns(walk);
      });
    },
    200_000,
  );

  /** How long something takes to be seen, from now on. */
  const seenLate = async (what: string, shown: Locator): Promise<Late> =>
    lateOf(what, await estimateIdleMs(() => shown.waitFor(SOON)));

  it('a buyer’s order and a visitor’s ticket are in both panels within a second (OWN-595, OWN-125)', async () => {
    await one.page.goto('/admin');
    await other.page.goto('/admin?tab=tickets');
    await Promise.all([one, other].map(({ page }) => page.getByText('Live', { exact: true }).waitFor()));
    const visitor = new Person(shop.shopUrl);
    await expectNoneLate(async () => [
      ...(await seenLate(
        'order',
        one.findOrderRow(await newOrder()).getByText('Ausstehend', { exact: true }),
      )),
      ...(await seenLate('ticket', other.findTicketButton(await newTicket('New', visitor)))),
    ]);
  }, 90_000);

  it('a buyer’s account page shows within a second what staff do with the order and the ticket (OWN-128)', async () => {
    const opened = async (tab: string): Promise<Page> => {
      const visitor = await Visitor.open(browser, shop, { isWarm: true });
      visitors.push(visitor);
      await visitor.useSessionOf(buyer);
      await visitor.page.goto(`/account?tab=${tab}`);
      return visitor.page;
    };
    const [orders, tickets] = [new OrdersPage(await opened('orders')), await opened('support')];
    await one.page.goto('/admin');
    await other.page.goto('/admin?tab=tickets');
    await Promise.all([one, other].map(({ page }) => page.getByText('Live', { exact: true }).waitFor()));
    await expectNoneLate(async (attempt) => {
      const id = await newOrder();
      await orders.waitForOrderState(id, 'Ausstehend');
      const late: string[] = [];
      for (const [press, state] of [
        ['Übernehmen', 'In Bearbeitung'],
        ['Zurückgeben', 'Ausstehend'],
        ['Übernehmen', 'In Bearbeitung'],
        ['Abschließen', 'Abgeschlossen'],
      ] as const) {
        const sheet = await one.openOrderSheet(id);
        await refusalOf(one, () => sheet.getByRole('button', { name: press, exact: true }).click());
        late.push(...(await seenLate(press, orders.findOrder(id).getByText(state, { exact: true }).first())));
        await one.closeSheet(sheet);
      }
      const ticket = await newTicket(`Where ${attempt}`);
      const words = `North of the market, ${attempt}.`;
      await tickets.getByText(`Where ${attempt}`).waitFor();
      await refusalOf(other, () => other.answerTicket(ticket, words));
      late.push(...(await seenLate('answer', tickets.getByText(words).first())));
      return late;
    });
  }, 150_000);

  it('of two who change one value at once the later is told, and sees the earlier’s (OWN-595)', async () => {
    await open(`products&q=${GOODS}`);
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

  it('the keyboard alone completes, archives, answers, edits and deletes (OWN-171)', async () => {
    const { page } = one;
    const keys = new Keyboard(page);
    const id = await newOrder();
    await page.goto(`/admin?q=${id}`);
    await one.waitForOrderState(id, 'Ausstehend');
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await one.waitForOrderState(id, 'Abgeschlossen');
    await page.keyboard.press('a');
    await one.findOrderRow(id).waitFor({ state: 'detached' });

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
    await keys.pressElement(sheet.getByRole('button', { name: 'Antworten' }));
    await keys.writeInField(sheet.getByLabel('Antwort', { exact: true }), 'At spawn.');
    await keys.pressElement(sheet.getByRole('button', { name: 'Senden und erledigen' }));
    await sheet.getByText('Beantwortet').waitFor();

    await page.goto('/admin?tab=products');
    await page.getByRole('list', { name: 'Produkte' }).getByRole('listitem').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(GOODS);
    // Below the price before the discount, which no price may reach.
    await keys.writeInField(price(one), '4.56');
    await keys.submitForm();
    await shows(price(one), '4.56');
    await page.getByText('Produkt aktualisiert').first().waitFor();
    await keys.pressElement(page.getByRole('button', { name: `${GOODS} löschen` }));
    const dialog = page.getByRole('dialog', { name: 'Dieses Produkt löschen?' });
    await keys.pressElement(dialog.getByRole('button', { name: 'Löschen', exact: true }));
    await price(one).waitFor({ state: 'detached' });
  }, 120_000);
});
