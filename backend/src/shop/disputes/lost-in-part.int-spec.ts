import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, onePieceOf, actOnPayPage, waitForState } from '../../../test/buying.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import { actOnPaypalPayment, actOnWalletPage, placeByWallet } from '../../../test/paypal.js';
import {
  findDispute,
  failStripeCalls,
  postSignedEvent,
  holdMessages,
  objectId,
  actAtStripe,
  openForeignSession,
  readStripeState,
  listStripeRefunds,
  refundWithRowId,
  releaseMessages,
  findSession,
  listSessions,
  steerStripe,
} from '../../../test/stripe.js';
import { expectProviderAgrees, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { repeatInTurn, startTogether, readStatus, type Act } from '../../../test/races/race.js';
import { raceSizes } from '../../../test/settings.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { REFUNDS } from '../../../test/refunds.js';
import { runJob, disablePolling } from '../../../test/jobs.js';
import { readValue } from '../../../test/database.js';
import { BookProviderRefund } from '../refunds/book-provider-refund.js';

jest.setTimeout(120_000);

/** What waits to go back of a payment when a bank takes a part of it: the same money, so that nobody gets it twice. */
describe('a dispute that is lost in part, while money waits to go back (OWN-798)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    money = new ProviderRefundSteps(shop, admin);
    // Refunds wait until the end of each case.
    await disablePolling(shop.app, 'send-refunds');
  });
  afterEach(async () => {
    await expectMoneyAgrees(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const open = async (checkout: string, cents: number): Promise<string> => {
    await actAtStripe(shop, checkout, 'dispute', cents);
    await awaitMessages(shop);
    return (await findDispute(shop, checkout)).id;
  };
  const lose = async (dispute: string): Promise<void> => {
    await steerStripe(shop, `disputes/${dispute}/close`, { outcome: 'lost' });
    await awaitMessages(shop);
  };
  const refund = (order: number | undefined, amount?: string) =>
    admin.agent.post(`/api/admin/orders/${order}/refund`).send(amount === undefined ? {} : { amount });
  const rowsOf = (checkout: string): Promise<{ cents: number; state: string; ref: string | null }[]> =>
    shop.database.query(
      `SELECT r.amount_cents AS cents, r.state, r.provider_ref AS ref FROM refunds r JOIN payments p ON p.id = r.payment_id
         JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1 ORDER BY r.state, r.amount_cents`,
      [checkout],
    );
  const waits = (cents: number) => ({ cents, state: 'requested', ref: null });
  const took = (cents: number, ref: string) => ({ cents, state: 'done', ref });
  const refundedOf = (checkout: string) =>
    readValue<number>(shop, 'SELECT refunded_cents AS value FROM checkouts WHERE ref = $1', [checkout]);

  const stateOf = (checkout: string) =>
    readValue<string>(shop, 'SELECT state AS value FROM checkouts WHERE ref = $1', [checkout]);

  it('counts toward it: the rest goes on, and no balance moves again', async () => {
    const { buyer, ids, checkout, orders } = await money.makePurchase(1000, 500);
    await money.changeOrder(orders[0], 'cancel');
    const accounts = [`points:${buyer.userId}`, `stock:${ids[0]}`, `stock:${ids[1]}`];
    const before = await readBalances(shop, ...accounts);
    const dispute = await open(checkout, 400);
    await lose(dispute);
    expect(await rowsOf(checkout)).toEqual([took(400, dispute), waits(600)]);
    expect([await refundedOf(checkout), await readBalances(shop, ...accounts)]).toEqual([1000, before]);
    // Who asked for it sees each part.
    const shown = await admin.agent.get(`/api/admin/orders/${orders[0]}/refunds`).expect(200);
    const parts = shown.body.map((row: { amount: string; state: string }) => [row.amount, row.state]);
    expect(parts).toEqual([
      ['6.00', 'requested'],
      ['4.00', 'done'],
    ]);
  });

  it('has the provider asked about the rest, whose answer to the whole it keeps (OWN-798)', async () => {
    const { checkout, orders } = await money.makePurchase(1000, 500);
    await money.changeOrder(orders[0], 'cancel');
    failStripeCalls(shop, REFUNDS, { kind: 'fail', status: 500 });
    await runJob(shop.app, 'send-refunds');
    // The process ended before it noted that this key is used up.
    const unnoted = 'UPDATE refunds SET provider_attempt = provider_attempt - 1 WHERE order_id = $1';
    await shop.database.query(unnoted, [orders[0]]);
    const dispute = await open(checkout, 400);
    await lose(dispute);
    await awaitRefunds(shop);
    // Refused, since the payment was charged back: people give it back now, and not when the key is forgotten.
    expect(await rowsOf(checkout)).toEqual([took(400, dispute), { ...waits(600), state: 'manual' }]);
  });

  it('is all of one that is as large, though another was asked for first', async () => {
    const { checkout, orders } = await money.makePurchase(1000, 500);
    await money.changeOrder(orders[0], 'complete');
    await refund(orders[0], '1.00').expect(200);
    await refund(orders[0], '4.00').expect(200);
    const dispute = await open(checkout, 400);
    await lose(dispute);
    expect(await rowsOf(checkout)).toEqual([took(400, dispute), waits(100)]);
    expect(await refundedOf(checkout)).toBe(500);
  });

  it('counts toward the oldest first, and is booked as far as it is more', async () => {
    const { checkout, orders } = await money.makePurchase(1000, 500);
    await money.changeOrder(orders[0], 'complete');
    await refund(orders[0], '3.00').expect(200);
    await refund(orders[0], '2.00').expect(200);
    const first = await open(checkout, 400);
    await lose(first);
    expect(await rowsOf(checkout)).toEqual([took(100, first), took(300, first), waits(100)]);
    const other = await money.makePurchase(1000, 500);
    await money.changeOrder(other.orders[0], 'cancel');
    const dispute = await open(other.checkout, 1400);
    await lose(dispute);
    expect(await rowsOf(other.checkout)).toEqual([took(400, dispute), took(1000, dispute)]);
    expect(await refundedOf(other.checkout)).toBe(1400);
  });

  const paidByForm = async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 1000, stock: 9 });
    const { checkout, ...form } = await placeByWallet(buyer, onePieceOf(id));
    await actOnWalletPage(form, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await money.changeOrder(orders[0], 'complete');
    return { checkout, orders };
  };
  const loseByForm = async (checkout: string, order: number | undefined, caseId: string, cents: number) => {
    await actOnPaypalPayment(shop, checkout, 'reverse', { caseId, cents });
    await awaitMessages(shop);
    const disputes = await admin.agent.get(`/api/admin/orders/${order}/disputes`).expect(200);
    const path = `/api/admin/disputes/${disputes.body.disputes[0]?.id}/end`;
    await admin.agent.post(path).send({ outcome: 'lost', reference: 'case closed' }).expect(200);
  };

  it('by PayPal’s form, whose refunds people make, leaves them the rest to make', async () => {
    const { checkout, orders } = await paidByForm();
    await refund(orders[0], '6.00').expect(200);
    await shop.database.query(`UPDATE refunds SET state = 'manual' WHERE order_id = $1`, [orders[0]]);
    await loseByForm(checkout, orders[0], 'PP-D-798', 500);
    expect(await rowsOf(checkout)).toEqual([
      took(500, 'PP-D-798'),
      { cents: 100, state: 'manual', ref: null },
    ]);
  });

  describe('for more than what waits of the same order (OWN-798)', () => {
    it('by card is booked on it with the rest', async () => {
      const { checkout, orders } = await money.makePurchase(1000);
      await money.changeOrder(orders[0], 'complete');
      await refund(orders[0], '0.01').expect(200);
      const dispute = await open(checkout, 1000);
      await lose(dispute);
      expect(await rowsOf(checkout)).toEqual([took(1, dispute), took(999, dispute)]);
      expect([await refundedOf(checkout), await stateOf(checkout)]).toEqual([1000, 'lost']);
    });

    it('by PayPal’s form is booked on it when an admin says that it is lost', async () => {
      const { checkout, orders } = await paidByForm();
      await refund(orders[0], '0.01').expect(200);
      await loseByForm(checkout, orders[0], 'PP-D-1175', 700);
      expect(await rowsOf(checkout)).toEqual([took(1, 'PP-D-1175'), took(699, 'PP-D-1175')]);
      expect([await refundedOf(checkout), await stateOf(checkout)]).toEqual([700, 'lost']);
    });
  });

  it('of stranded money leaves the rest of it to go back', async () => {
    const { checkout } = await money.makePurchase(1000);
    const again = await openForeignSession(shop, checkout, 1000);
    await actOnPayPage(again.url ?? '', 'pay');
    await awaitMessages(shop);
    const intent = objectId((await listSessions(shop, checkout)).at(-1)?.payment_intent ?? null);
    await steerStripe(shop, `payments/${intent}/dispute`, { cents: 300 });
    await awaitMessages(shop);
    const { disputes } = await readStripeState(shop);
    const id = Object.values(disputes).find(({ payment_intent: of }) => of === intent)?.id ?? '';
    await lose(id);
    expect(await rowsOf(checkout)).toEqual([took(300, id), waits(700)]);
  });

  it.each(['answer', 'message'])(
    'of a refund that the provider made before it is booked once, told of by its %s first',
    async (first) => {
      const { checkout, orders } = await money.makePurchase(1000, 500);
      await money.changeOrder(orders[0], 'cancel');
      const row = await readValue<number>(shop, 'SELECT id AS value FROM refunds WHERE order_id = $1', [
        orders[0],
      ]);
      const payment = objectId((await findSession(shop, checkout)).payment_intent);
      // Its answer was lost, and its message is late.
      holdMessages(shop, 'refund');
      await refundWithRowId(shop, payment, 1000, row ?? 0);
      const [made] = await listStripeRefunds(shop, checkout);
      await lose(await open(checkout, 400));
      const answer = () => shop.app.get(BookProviderRefund).bookSentRefund(row ?? 0, made?.id ?? '', 1000);
      const message = async () => {
        await releaseMessages(shop);
        await awaitMessages(shop);
      };
      for (const tell of first === 'answer' ? [answer, message, answer] : [message, answer, message])
        await tell();
      const rows = (await rowsOf(checkout)).map(({ cents, state }) => [cents, state]);
      expect(rows.toSorted(([one], [two]) => Number(one) - Number(two))).toEqual([
        [400, 'done'],
        [400, 'done'],
        [600, 'done'],
      ]);
    },
  );

  describe.each(raceSizes())('races of %d', (n) => {
    it('with who asks for a refund give back no more than was paid, and each cent once', async () => {
      const { buyer, checkout, orders } = await money.makePurchase(1000);
      await money.changeOrder(orders[0], 'complete');
      const dispute = await open(checkout, 400);
      const inPanel: Act = () => readStatus(refund(orders[0], '3.00'));
      // Its own message comes later, once more.
      holdMessages(shop, 'charge.dispute');
      await steerStripe(shop, `disputes/${dispute}/close`, { outcome: 'lost' });
      const object = await findDispute(shop, checkout);
      const type = 'charge.dispute.closed';
      const lost: Act = () =>
        postSignedEvent(shop, {
          id: `evt_${Math.random().toString(36).slice(2)}`,
          object: 'event',
          livemode: false,
          type,
          data: { object },
        });
      await startTogether(shop, { buyers: [buyer] }, repeatInTurn([inPanel, lost], n));
      await releaseMessages(shop);
      await awaitMessages(shop);
      const rows = await rowsOf(checkout);
      const sum = rows.reduce((all, { cents }) => all + cents, 0);
      expect(sum).toBeLessThanOrEqual(1000);
      expect(await refundedOf(checkout)).toBe(sum);
      const taken = rows.filter(({ ref }) => ref === dispute).reduce((all, { cents }) => all + cents, 0);
      expect(taken).toBe(400);
    });
  });
});
