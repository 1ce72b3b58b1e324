import { expect } from '@jest/globals';
import { readBalances, buy, RECIPIENT, onePieceOf, place, placementFor } from '../buying.js';
import type { SignedIn } from '../sign-in.js';
import type { Shop } from '../shop.js';
import { signInMember, redeem } from '../rewards.js';
import { readStatus, countStatus, type Act, type Race } from './race.js';

const CREATE = '/api/payments/stripe/create-checkout-session';
const COINS_OF_ONE = 10_000_000;

const crowd = (shop: Shop, n: number): Promise<SignedIn[]> =>
  Promise.all(Array.from({ length: n }, () => shop.signIn()));

const redeeming =
  ({ agent }: SignedIn, requestId?: string): Act =>
  () =>
    readStatus(agent.post('/api/loyalty/rewards/redeem').send({ rewardId: 'free-delivery', requestId }));

/** Who gets what can run out. */
export const BALANCE_RACES: readonly Race[] = [
  {
    name: 'the last piece is sold once (OWN-65)',
    async prepare({ shop }, n) {
      const id = await shop.addProduct({ stock: 1 });
      const buyers = await crowd(shop, n);
      const inputs = await Promise.all(buyers.map((buyer) => placementFor(buyer, onePieceOf(id))));
      return {
        buyers,
        acts: buyers.map(
          (buyer, index): Act =>
            () =>
              readStatus(buyer.agent.post(CREATE).send(inputs[index])),
        ),
        async check(statuses) {
          expect(countStatus(statuses, 201)).toBe(1);
          expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([0, 1]);
        },
      };
    },
  },
  {
    name: 'what an admin sets is on hand, whoever buys meanwhile (OWN-110)',
    async prepare({ shop, admin }, n) {
      await shop.fillPool(n * COINS_OF_ONE);
      const id = await shop.addProduct({ category: 'coins', stock: 0, coinValue: COINS_OF_ONE });
      const buyers = await crowd(shop, n);
      const inputs = await Promise.all(buyers.map((buyer) => placementFor(buyer, onePieceOf(id))));
      const target = n * COINS_OF_ONE;
      const set = () => readStatus(admin.agent.put('/api/admin/coin-stock').send({ coinStock: target }));
      const placing = buyers.map(
        (buyer, index): Act =>
          () =>
            readStatus(buyer.agent.post(CREATE).send(inputs[index])),
      );
      return {
        buyers,
        acts: placing.flatMap((act, index) => (index % 2 === 0 ? [act] : [set, act])),
        async check(statuses) {
          const [free = 0, held = 0] = await readBalances(shop, 'coins', 'coins-held');
          expect(free + held).toBe(target);
          expect(free).toBeGreaterThanOrEqual(0);
          expect(countStatus(statuses, 409)).toBe(0);
          expect(held).toBe(countStatus(statuses, 201) * COINS_OF_ONE);
        },
      };
    },
  },
  {
    name: 'points for one reward buy one (SHOP-4.15)',
    async prepare({ shop }) {
      const buyer = await signInMember(shop, 599);
      return {
        buyers: [buyer],
        acts: [redeeming(buyer)],
        async check(statuses) {
          expect(countStatus(statuses, 201)).toBe(1);
          expect(await readBalances(shop, `points:${buyer.userId}`)).toEqual([299]);
        },
      };
    },
  },
  {
    name: 'one request redeems once, however often it comes (SHOP-5.22)',
    async prepare({ shop }) {
      const buyer = await signInMember(shop, 9_000);
      return {
        buyers: [buyer],
        acts: [redeeming(buyer, 'b4a6ad7e-1f0c-4f5e-9a58-6f1f3f0a0001')],
        async check(statuses) {
          expect(countStatus(statuses, 409)).toBe(0);
          expect(await readBalances(shop, `points:${buyer.userId}`)).toEqual([8_700]);
        },
      };
    },
  },
  {
    name: 'redeeming meets the cancel of what earned the points (OWN-102)',
    async prepare({ shop, admin }) {
      const buyer = await shop.signIn();
      const id = await shop.addProduct({ priceCents: 4_000, stock: 9 });
      const { orders } = await buy(buyer, onePieceOf(id));
      const cancel = () => readStatus(admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}));
      return {
        buyers: [buyer],
        acts: [redeeming(buyer), cancel],
        async check(statuses) {
          const redeemed = countStatus(statuses, 201);
          expect(redeemed).toBeLessThanOrEqual(1);
          expect(await readBalances(shop, `points:${buyer.userId}`)).toEqual([redeemed === 0 ? 0 : -300]);
          expect(await readBalances(shop, `stock:${id}`)).toEqual([9]);
        },
      };
    },
  },
  {
    name: 'a code and the credit are in one checkout at a time (OWN-76)',
    async prepare({ shop }, n) {
      const buyer = await signInMember(shop, 500);
      const { id: rewardId, code: rewardCode } = await redeem(buyer, 'ten-percent-off');
      await shop.fill(`credit:${buyer.userId}`, 500);
      const ids = await Promise.all(Array.from({ length: n }, () => shop.addProduct({ priceCents: 1000 })));
      const extra = { useStoreCredit: true, rewardCode };
      const { checkout } = await place(buyer, onePieceOf(ids[0] ?? 0), extra);
      const placing = ids.map(
        (id): Act =>
          () =>
            readStatus(
              buyer.agent
                .post(CREATE)
                .send({ amount: '4.00', items: onePieceOf(id), ...RECIPIENT, consent: true, ...extra }),
            ),
      );
      const cancel = () => readStatus(buyer.agent.post(`/api/checkouts/${checkout}/cancel`));
      const [first, ...others] = placing;
      return {
        buyers: [buyer],
        acts: [cancel, ...(first ? [first] : []), ...others],
        async check() {
          const { userId } = buyer;
          const [open]: { ref: string }[] = await shop.database.query(
            `SELECT ref FROM checkouts WHERE user_id = $1 AND state = 'open'`,
            [userId],
          );
          const accounts = [`credit:${userId}`, `credit-held:${userId}`];
          const codes = [`reward:${rewardId}`, `reward-held:${rewardId}`];
          expect(await readBalances(shop, ...accounts, ...codes)).toEqual(
            open ? [0, 500, 0, 1] : [500, 0, 1, 0],
          );
          if (open) await buyer.agent.post(`/api/checkouts/${open.ref}/cancel`).expect(200);
          expect(await readBalances(shop, ...accounts, ...codes)).toEqual([500, 0, 1, 0]);
        },
      };
    },
  },
];
