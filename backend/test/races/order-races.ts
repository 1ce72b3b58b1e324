import { expect } from '@jest/globals';
import { balances, stateOf } from '../buying.js';
import {
  disputeOf,
  eventsOf,
  forge,
  holdMessages,
  idOf,
  messagesHandled,
  onPaymentAt,
  refundByHand,
  sessionOf,
  steer,
} from '../provider.js';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';
import { purchaseOf, valueOf, withdraw } from '../withdrawing.js';
import { statusOf, timesOf, type Act, type Race } from './race.js';

const moving = (admin: SignedIn, id: number | undefined, what: string): Act => {
  const path = `/api/admin/orders/${id}/${what}`;
  return () =>
    statusOf(what === 'refund' ? admin.agent.post(path).send({}) : admin.agent.patch(path).send({}));
};

/** Something that happens at the provider, which refuses what is done there already. */
const outside =
  (happen: () => Promise<unknown>): Act =>
  () =>
    happen().then(
      () => 0,
      () => 409,
    );

/** Cents that went back or are to go back of a checkout. */
const givenBack = (shop: Shop, ref: string) =>
  valueOf<number>(
    shop,
    `SELECT coalesce(sum(r.amount_cents), 0)::int AS value FROM refunds r JOIN payments p ON p.id = r.payment_id
       JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
    [ref],
  );

/** A purchase of two orders at 10.00 each, and what is so of it after every race. */
async function twoOrders(shop: Shop) {
  const purchase = await purchaseOf(shop, 2);
  const { buyer, checkout, ids } = purchase;
  // Read from the tables, since a lost dispute blocks the account.
  const expectExact = async () => {
    const refunded = await valueOf<number>(
      shop,
      'SELECT refunded_cents AS value FROM checkouts WHERE ref = $1',
      [checkout],
    );
    expect(refunded).toBeLessThanOrEqual(2000);
    expect(await givenBack(shop, checkout)).toBe(refunded);
    const orders: { status: string }[] = await shop.database.query(
      'SELECT status FROM orders WHERE user_id = $1 ORDER BY id',
      [buyer.userId],
    );
    const stocks = await balances(shop, ...ids.map((id) => `stock:${id}`));
    expect(stocks).toEqual(orders.map(({ status }) => (status === 'cancelled' ? 9 : 8)));
  };
  return { ...purchase, expectExact };
}

/** Who decides what becomes of a paid order. */
export const ORDER_RACES: readonly Race[] = [
  {
    name: 'an order takes one way through all the moves of staff (OWN-92)',
    async prepare({ shop, admin }) {
      const { buyer, orders, expectExact } = await twoOrders(shop);
      const [id] = orders;
      return {
        buyers: [buyer],
        acts: ['process', 'complete', 'release', 'cancel', 'archive'].map((what) => moving(admin, id, what)),
        async check(statuses) {
          const moves = await valueOf<number>(
            shop,
            'SELECT count(*)::int AS value FROM order_history WHERE order_id = $1 AND from_status IS NOT NULL',
            [id],
          );
          expect(moves).toBe(timesOf(statuses, 200));
          await expectExact();
        },
      };
    },
  },
  {
    name: 'withdrawal, delivery, refund and dispute give back what was paid at most (OWN-103, OWN-489)',
    async prepare({ shop, admin }) {
      const { buyer, checkout, orders, expectExact } = await twoOrders(shop);
      return {
        buyers: [buyer],
        acts: [
          () => statusOf(withdraw(buyer, checkout)),
          outside(() => onPaymentAt(shop, checkout, 'dispute')),
          moving(admin, orders[0], 'complete'),
          moving(admin, orders[1], 'cancel'),
          moving(admin, orders[0], 'refund'),
        ],
        check: expectExact,
      };
    },
  },
  {
    name: 'a dispute that is lost meets refunds of staff and of the dashboard (OWN-99, OWN-103)',
    async prepare({ shop, admin }) {
      const { buyer, checkout, orders, expectExact } = await twoOrders(shop);
      await moving(admin, orders[0], 'complete')();
      await onPaymentAt(shop, checkout, 'dispute');
      await messagesHandled(shop);
      const { id } = await disputeOf(shop, checkout);
      return {
        buyers: [buyer],
        acts: [
          outside(() => steer(shop, `disputes/${id}/close`, { outcome: 'lost' })),
          moving(admin, orders[1], 'cancel'),
          moving(admin, orders[0], 'refund'),
          outside(() => refundByHand(shop, checkout, 700)),
        ],
        async check() {
          expect(await givenBack(shop, checkout)).toBe(2000);
          const state = await valueOf(shop, 'SELECT state AS value FROM checkouts WHERE ref = $1', [
            checkout,
          ]);
          expect(state).toBe('lost');
          await expectExact();
        },
      };
    },
  },
  {
    name: 'a dispute that is won meets a cancel, and the purchase stands but for it (OWN-103)',
    async prepare({ shop, admin }) {
      const { buyer, checkout, orders, expectExact } = await twoOrders(shop);
      await onPaymentAt(shop, checkout, 'dispute');
      await messagesHandled(shop);
      const { id } = await disputeOf(shop, checkout);
      return {
        buyers: [buyer],
        acts: [
          outside(() => steer(shop, `disputes/${id}/close`, { outcome: 'won' })),
          moving(admin, orders[1], 'cancel'),
        ],
        async check() {
          const { state, refundedCents } = await stateOf(buyer, checkout);
          expect([state, refundedCents]).toEqual(['paid', 1000]);
          await expectExact();
        },
      };
    },
  },
  {
    name: 'a dispute, a cancel and a dashboard refund give back what was paid at most (OWN-99, OWN-103)',
    async prepare({ shop, admin }) {
      const { buyer, checkout, orders, expectExact } = await twoOrders(shop);
      return {
        buyers: [buyer],
        acts: [
          outside(() => refundByHand(shop, checkout, 1000)),
          moving(admin, orders[1], 'cancel'),
          outside(() => onPaymentAt(shop, checkout, 'dispute')),
          moving(admin, orders[0], 'process'),
        ],
        check: expectExact,
      };
    },
  },
  {
    name: 'a dashboard refund that many messages tell of is booked once (OWN-99)',
    async prepare({ shop, admin }, n) {
      const { buyer, checkout, orders, expectExact } = await twoOrders(shop);
      await moving(admin, orders[0], 'complete')();
      holdMessages(shop, 'refund.created');
      await refundByHand(shop, checkout, 700);
      const { payment_intent: intent } = await sessionOf(shop, checkout);
      const [event] = await eventsOf(shop, idOf(intent), 'refund.created');
      return {
        buyers: [buyer],
        acts: Array.from(
          { length: n },
          (_, index) => () => forge(shop, { ...event, id: `${event?.id}_${index}` }),
        ),
        async check() {
          expect(await givenBack(shop, checkout)).toBe(700);
          await expectExact();
        },
      };
    },
  },
];
