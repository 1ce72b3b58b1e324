import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { balances, onePieceOf, onPayPage, reaches } from '../../../test/buying.js';
import { expectExact, OutsideMoney } from '../../../test/outside-money.js';
import { onPayment, onWalletPage, placeByWallet } from '../../../test/paypal.js';
import {
  disputeOf,
  failCalls,
  expectProviderAgrees,
  forge,
  holdMessages,
  idOf,
  messagesHandled,
  onPaymentAt,
  openForeignSession,
  providerState,
  refundsAt,
  refundsSent,
  refundUnder,
  releaseMessages,
  sessionOf,
  sessionsOf,
  steer,
} from '../../../test/provider.js';
import { inTurn, startTogether, statusOf, type Act } from '../../../test/races/race.js';
import { raceSizes } from '../../../test/settings.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { REFUNDS } from '../../../test/refunds.js';
import { runJob, withoutPolling } from '../../../test/jobs.js';
import { valueOf } from '../../../test/withdrawing.js';
import { BookProviderRefund } from '../refunds/book-provider-refund.js';

jest.setTimeout(120_000);

/** What waits to go back of a payment when a bank takes a part of it: the same money, so that nobody gets it twice. */
describe('a dispute that is lost in part, while money waits to go back (OWN-798)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: OutsideMoney;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    money = new OutsideMoney(shop, admin);
    // Refunds wait until the end of each case.
    await withoutPolling(shop.app, 'send-refunds');
  });
  afterEach(async () => {
    await expectExact(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const open = async (checkout: string, cents: number): Promise<string> => {
    await onPaymentAt(shop, checkout, 'dispute', cents);
    await messagesHandled(shop);
    return (await disputeOf(shop, checkout)).id;
  };
  const lose = async (dispute: string): Promise<void> => {
    await steer(shop, `disputes/${dispute}/close`, { outcome: 'lost' });
    await messagesHandled(shop);
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
    valueOf<number>(shop, 'SELECT refunded_cents AS value FROM checkouts WHERE ref = $1', [checkout]);

  const stateOf = (checkout: string) =>
    valueOf<string>(shop, 'SELECT state AS value FROM checkouts WHERE ref = $1', [checkout]);

  it('counts toward it: the rest goes on, and no balance moves again', async () => {
    const { buyer, ids, checkout, orders } = await money.purchase(1000, 500);
    await money.move(orders[0], 'cancel');
    const accounts = [`points:${buyer.userId}`, `stock:${ids[0]}`, `stock:${ids[1]}`];
    const before = await balances(shop, ...accounts);
    const dispute = await open(checkout, 400);
    await lose(dispute);
    expect(await rowsOf(checkout)).toEqual([took(400, dispute), waits(600)]);
    expect([await refundedOf(checkout), await balances(shop, ...accounts)]).toEqual([1000, before]);
    // Who asked for it sees each part.
    const shown = await admin.agent.get(`/api/admin/orders/${orders[0]}/refunds`).expect(200);
    const parts = shown.body.map((row: { amount: string; state: string }) => [row.amount, row.state]);
    expect(parts).toEqual([
      ['6.00', 'requested'],
      ['4.00', 'done'],
    ]);
  });

  it('has the provider asked about the rest, whose answer to the whole it keeps (OWN-798)', async () => {
    const { checkout, orders } = await money.purchase(1000, 500);
    await money.move(orders[0], 'cancel');
    failCalls(shop, REFUNDS, { kind: 'fail', status: 500 });
    await runJob(shop.app, 'send-refunds');
    // The process ended before it noted that this key is used up.
    const unnoted = 'UPDATE refunds SET provider_attempt = provider_attempt - 1 WHERE order_id = $1';
    await shop.database.query(unnoted, [orders[0]]);
    const dispute = await open(checkout, 400);
    await lose(dispute);
    await refundsSent(shop);
    // Refused, since the payment was charged back: people give it back now, and not when the key is forgotten.
    expect(await rowsOf(checkout)).toEqual([took(400, dispute), { ...waits(600), state: 'manual' }]);
  });

  it('is all of one that is as large, though another was asked for first', async () => {
    const { checkout, orders } = await money.purchase(1000, 500);
    await money.move(orders[0], 'complete');
    await refund(orders[0], '1.00').expect(200);
    await refund(orders[0], '4.00').expect(200);
    const dispute = await open(checkout, 400);
    await lose(dispute);
    expect(await rowsOf(checkout)).toEqual([took(400, dispute), waits(100)]);
    expect(await refundedOf(checkout)).toBe(500);
  });

  it('counts toward the oldest first, and is booked as far as it is more', async () => {
    const { checkout, orders } = await money.purchase(1000, 500);
    await money.move(orders[0], 'complete');
    await refund(orders[0], '3.00').expect(200);
    await refund(orders[0], '2.00').expect(200);
    const first = await open(checkout, 400);
    await lose(first);
    expect(await rowsOf(checkout)).toEqual([took(100, first), took(300, first), waits(100)]);
    const other = await money.purchase(1000, 500);
    await money.move(other.orders[0], 'cancel');
    const dispute = await open(other.checkout, 1400);
    await lose(dispute);
    expect(await rowsOf(other.checkout)).toEqual([took(400, dispute), took(1000, dispute)]);
    expect(await refundedOf(other.checkout)).toBe(1400);
  });

  const paidByForm = async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 1000, stock: 9 });
    const { checkout, ...form } = await placeByWallet(buyer, onePieceOf(id));
    await onWalletPage(form, 'pay');
    const { orders } = await reaches(buyer, checkout, 'paid');
    await money.move(orders[0], 'complete');
    return { checkout, orders };
  };
  const loseByForm = async (checkout: string, order: number | undefined, caseId: string, cents: number) => {
    await onPayment(shop, checkout, 'reverse', { caseId, cents });
    await messagesHandled(shop);
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
      const { checkout, orders } = await money.purchase(1000);
      await money.move(orders[0], 'complete');
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
    const { checkout } = await money.purchase(1000);
    const again = await openForeignSession(shop, checkout, 1000);
    await onPayPage(again.url ?? '', 'pay');
    await messagesHandled(shop);
    const intent = idOf((await sessionsOf(shop, checkout)).at(-1)?.payment_intent ?? null);
    await steer(shop, `payments/${intent}/dispute`, { cents: 300 });
    await messagesHandled(shop);
    const { disputes } = await providerState(shop);
    const id = Object.values(disputes).find(({ payment_intent: of }) => of === intent)?.id ?? '';
    await lose(id);
    expect(await rowsOf(checkout)).toEqual([took(300, id), waits(700)]);
  });

  it.each(['answer', 'message'])(
    'of a refund that the provider made before it is booked once, told of by its %s first',
    async (first) => {
      const { checkout, orders } = await money.purchase(1000, 500);
      await money.move(orders[0], 'cancel');
      const row = await valueOf<number>(shop, 'SELECT id AS value FROM refunds WHERE order_id = $1', [
        orders[0],
      ]);
      const payment = idOf((await sessionOf(shop, checkout)).payment_intent);
      // Its answer was lost, and its message is late.
      holdMessages(shop, 'refund');
      await refundUnder(shop, payment, 1000, row ?? 0);
      const [made] = await refundsAt(shop, checkout);
      await lose(await open(checkout, 400));
      const answer = () => shop.app.get(BookProviderRefund).bookSentRefund(row ?? 0, made?.id ?? '', 1000);
      const message = async () => {
        await releaseMessages(shop);
        await messagesHandled(shop);
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
      const { buyer, checkout, orders } = await money.purchase(1000);
      await money.move(orders[0], 'complete');
      const dispute = await open(checkout, 400);
      const inPanel: Act = () => statusOf(refund(orders[0], '3.00'));
      // Its own message comes later, once more.
      holdMessages(shop, 'charge.dispute');
      await steer(shop, `disputes/${dispute}/close`, { outcome: 'lost' });
      const object = await disputeOf(shop, checkout);
      const type = 'charge.dispute.closed';
      const lost: Act = () =>
        forge(shop, {
          id: `evt_${Math.random().toString(36).slice(2)}`,
          object: 'event',
          livemode: false,
          type,
          data: { object },
        });
      await startTogether(shop, { buyers: [buyer] }, inTurn([inPanel, lost], n));
      await releaseMessages(shop);
      await messagesHandled(shop);
      const rows = await rowsOf(checkout);
      const sum = rows.reduce((all, { cents }) => all + cents, 0);
      expect(sum).toBeLessThanOrEqual(1000);
      expect(await refundedOf(checkout)).toBe(sum);
      const taken = rows.filter(({ ref }) => ref === dispute).reduce((all, { cents }) => all + cents, 0);
      expect(taken).toBe(400);
    });
  });
});
