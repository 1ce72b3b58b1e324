import { expect } from '@jest/globals';
import { readBalances, readCheckout, buyProducts, withdraw } from '../buying.js';
import {
  findDispute,
  listEvents,
  postSignedEvent,
  holdMessages,
  objectId,
  actAtStripe,
  refundInDashboard,
  findSession,
  steerStripe,
} from '../stripe.js';
import { awaitMessages } from '../expect-settled.js';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';
import { readValue } from '../database.js';
import { readStatus, countStatus, type Act, type Race } from './race.js';

const moving = (admin: SignedIn, id: number | undefined, what: string): Act => {
  const path = `/api/admin/orders/${id}/${what}`;
  return () =>
    readStatus(what === 'refund' ? admin.agent.post(path).send({}) : admin.agent.patch(path).send({}));
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
  readValue<number>(
    shop,
    `SELECT coalesce(sum(r.amount_cents), 0)::int AS value FROM refunds r JOIN payments p ON p.id = r.payment_id
       JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
    [ref],
  );

/** A purchase of two orders at 10.00 each, and what is so of it after every race. */
async function twoOrders(shop: Shop) {
  const purchase = await buyProducts(shop, 2);
  const { buyer, checkout, ids } = purchase;
  // Read from the tables, since a lost dispute blocks the account.
  const expectExact = async () => {
    const refunded = await readValue<number>(
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
    const stocks = await readBalances(shop, ...ids.map((id) => `stock:${id}`));
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
          const moves = await readValue<number>(
            shop,
            'SELECT count(*)::int AS value FROM order_history WHERE order_id = $1 AND from_status IS NOT NULL',
            [id],
          );
          expect(moves).toBe(countStatus(statuses, 200));
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
          () => readStatus(withdraw(buyer, checkout)),
          outside(() => actAtStripe(shop, checkout, 'dispute')),
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
      await actAtStripe(shop, checkout, 'dispute');
      await awaitMessages(shop);
      const { id } = await findDispute(shop, checkout);
      return {
        buyers: [buyer],
        acts: [
          outside(() => steerStripe(shop, `disputes/${id}/close`, { outcome: 'lost' })),
          moving(admin, orders[1], 'cancel'),
          moving(admin, orders[0], 'refund'),
          outside(() => refundInDashboard(shop, checkout, 700)),
        ],
        async check() {
          expect(await givenBack(shop, checkout)).toBe(2000);
          const state = await readValue(shop, 'SELECT state AS value FROM checkouts WHERE ref = $1', [
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
      await actAtStripe(shop, checkout, 'dispute');
      await awaitMessages(shop);
      const { id } = await findDispute(shop, checkout);
      return {
        buyers: [buyer],
        acts: [
          outside(() => steerStripe(shop, `disputes/${id}/close`, { outcome: 'won' })),
          moving(admin, orders[1], 'cancel'),
        ],
        async check() {
          const { state, refundedCents } = await readCheckout(buyer, checkout);
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
          outside(() => refundInDashboard(shop, checkout, 1000)),
          moving(admin, orders[1], 'cancel'),
          outside(() => actAtStripe(shop, checkout, 'dispute')),
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
      await refundInDashboard(shop, checkout, 700);
      const { payment_intent: intent } = await findSession(shop, checkout);
      const [event] = await listEvents(shop, objectId(intent), 'refund.created');
      return {
        buyers: [buyer],
        acts: Array.from(
          { length: n },
          (_, index) => () => postSignedEvent(shop, { ...event, id: `${event?.id}_${index}` }),
        ),
        async check() {
          expect(await givenBack(shop, checkout)).toBe(700);
          await expectExact();
        },
      };
    },
  },
];
