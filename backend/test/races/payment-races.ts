import { expect } from '@jest/globals';
import {
  readBalances,
  RECIPIENT,
  onePieceOf,
  actOnPayPage,
  place,
  readCheckout,
  runSweeper,
  withdraw,
} from '../buying.js';
import { changeOrderAsStaff, endOverdue, orderByCrypto, makeOverdue } from '../crypto-shop.js';
import { buildNotification, sendNotification, actOnWalletPage, placeByWallet } from '../paypal.js';
import { listEvents, postSignedEvent, holdMessages, openForeignSession, releaseMessages } from '../stripe.js';
import { awaitMessages } from '../expect-settled.js';
import type { Shop } from '../shop.js';
import { readValue } from '../database.js';
import { readStatus, type Act, type Race } from './race.js';

/** An act of the sweeper that finds the checkout due, and its session over where `left` is below 0, minutes. */
export const sweeps =
  (shop: Shop, ref: string, left?: number): Act =>
  async () => {
    await runSweeper(shop, ref, left);
    return 0;
  };

/** Payments of a checkout that bought it, or that nothing could be bought with. */
export const countPayments = (shop: Shop, ref: string, what: 'settled' | 'stranded') =>
  readValue<number>(
    shop,
    `SELECT count(*)::int AS value FROM payments p JOIN checkouts c ON c.id = p.checkout_id
      WHERE c.ref = $1 AND p.state = $2`,
    [ref, what],
  );

/** Pays on the page, if it can be paid still. */
const tryToPay =
  (url: string): Act =>
  () =>
    actOnPayPage(url, 'pay').then(
      () => 303,
      () => 409,
    );

/** Who tells first that a checkout was paid, or that it can't be any more. */
export const PAYMENT_RACES: readonly Race[] = [
  {
    name: 'message, return and sweeper make one order of one payment (OWN-77)',
    async prepare({ shop }) {
      const buyer = await shop.signIn();
      const id = await shop.addProduct({ stock: 3 });
      const { url, checkout } = await place(buyer, onePieceOf(id));
      holdMessages(shop);
      await actOnPayPage(url, 'pay');
      const [event] = await listEvents(shop, checkout, 'checkout.session.completed');
      const message = () => postSignedEvent(shop, event ?? {});
      const back = () => readStatus(buyer.agent.post(`/api/checkouts/${checkout}/refresh`));
      return {
        buyers: [buyer],
        acts: [message, back, sweeps(shop, checkout)],
        async check() {
          await releaseMessages(shop);
          await awaitMessages(shop);
          expect(await readCheckout(buyer, checkout)).toMatchObject({
            state: 'paid',
            orders: [expect.anything()],
          });
          expect(await countPayments(shop, checkout, 'settled')).toBe(1);
          expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 0]);
        },
      };
    },
  },
  {
    name: 'paying, cancelling and the end of the session have one outcome (OWN-76)',
    async prepare({ shop }) {
      const buyer = await shop.signIn();
      const id = await shop.addProduct({ stock: 3 });
      const { url, checkout } = await place(buyer, onePieceOf(id));
      const cancel = () => readStatus(buyer.agent.post(`/api/checkouts/${checkout}/cancel`));
      const back = () => readStatus(buyer.agent.post(`/api/checkouts/${checkout}/refresh`));
      return {
        buyers: [buyer],
        acts: [cancel, tryToPay(url), sweeps(shop, checkout, -2), back],
        async check(statuses) {
          const isPaid = statuses.includes(303);
          const { state, orders } = await readCheckout(buyer, checkout);
          expect([isPaid, orders.length]).toEqual([state === 'paid', state === 'paid' ? 1 : 0]);
          expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([isPaid ? 2 : 3, 0]);
        },
      };
    },
  },
  {
    name: 'of payments by PayPal and card for one checkout one settles, the others go back (OWN-83)',
    async prepare({ shop }, n) {
      const buyer = await shop.signIn();
      const id = await shop.addProduct({ stock: 3, priceCents: 1500 });
      const { checkout, ...form } = await placeByWallet(buyer, onePieceOf(id));
      const each = Math.max(1, Math.floor(n / 2));
      const byCard: Act = async () => {
        const { url } = await openForeignSession(shop, checkout, 1500);
        await actOnPayPage(url ?? '', 'pay');
        return 303;
      };
      const byWallet: Act = async () => {
        await sendNotification(shop, buildNotification(form));
        return 303;
      };
      return {
        buyers: [buyer],
        acts: Array.from({ length: each }, () => [byCard, byWallet]).flat(),
        async check() {
          expect(await readCheckout(buyer, checkout)).toMatchObject({
            state: 'paid',
            orders: [expect.anything()],
          });
          expect(await countPayments(shop, checkout, 'settled')).toBe(1);
          expect(await countPayments(shop, checkout, 'stranded')).toBe(2 * each - 1);
          expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 0]);
        },
      };
    },
  },
  {
    name: 'late money and other buyers of the last piece sell it once (OWN-715)',
    async prepare({ shop }, n) {
      const late = await shop.signIn();
      const id = await shop.addProduct({ stock: 1 });
      const { checkout, ...form } = await placeByWallet(late, onePieceOf(id));
      await late.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
      const others = await Promise.all(Array.from({ length: n }, () => shop.signIn()));
      const placed: boolean[] = [];
      const buying = others.map((other): Act => async () => {
        const input = { items: onePieceOf(id), amount: '19.99', ...RECIPIENT };
        const status = await readStatus(
          other.agent.post('/api/payments/stripe/create-checkout-session').send({ ...input, consent: true }),
        );
        placed.push(status === 201);
        return status;
      });
      const paying: Act = async () => {
        await actOnWalletPage(form, 'pay');
        return 303;
      };
      return {
        buyers: [late, ...others],
        acts: [paying, ...buying],
        async check() {
          const { state } = await readCheckout(late, checkout);
          const isTaken = placed.includes(true);
          expect(['paid', 'cancelled']).toContain(state);
          expect(placed.filter(Boolean).length + (state === 'paid' ? 1 : 0)).toBe(1);
          expect(await countPayments(shop, checkout, isTaken ? 'stranded' : 'settled')).toBe(1);
          expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([0, isTaken ? 1 : 0]);
        },
      };
    },
  },
  {
    name: 'confirming, cancelling, withdrawing and lapsing crypto has one outcome (OWN-95)',
    async prepare({ shop, admin }) {
      const buyer = await shop.signIn();
      const ids = [await shop.addProduct({ stock: 40 }), await shop.addProduct({ stock: 40 })];
      const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(...ids));
      await makeOverdue(shop, checkout);
      const lapse: Act = async () => {
        await endOverdue(shop);
        return 0;
      };
      return {
        buyers: [buyer],
        acts: [
          () => readStatus(changeOrderAsStaff(admin, orders[0], 'confirm-payment')),
          () => readStatus(withdraw(buyer, checkout)),
          lapse,
          () => readStatus(changeOrderAsStaff(admin, orders[1], 'cancel')),
        ],
        async check() {
          const { state } = await readCheckout(buyer, checkout);
          const kept = state === 'paid' ? 38 : undefined;
          const [first = 0, second = 0] = await readBalances(shop, `stock:${ids[0]}`, `stock:${ids[1]}`);
          expect(['paid', 'failed', 'refunded']).toContain(state);
          if (kept === undefined) expect([first, second]).toEqual([40, 40]);
          else expect(first + second).toBeGreaterThanOrEqual(78);
        },
      };
    },
  },
];
