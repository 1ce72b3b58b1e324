import { expect } from '@jest/globals';
import { readBalances, RECIPIENT, onePieceOf, placementFor, type Items } from '../buying.js';
import { signInMember } from '../rewards.js';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';
import { readValue } from '../database.js';
import { readStatus, countStatus, type Act, type Race } from './race.js';

const CREATE = '/api/payments/stripe/create-checkout-session';
const COINS_OF_ONE = 10_000_000;

const crowd = (shop: Shop, n: number): Promise<SignedIn[]> =>
  Promise.all(Array.from({ length: n }, () => shop.signIn()));

/** Placing at a price that the buyer saw before anything changed. */
const placing = (buyer: SignedIn, amount: string, items: Items): Act => {
  const input = { amount, items, ...RECIPIENT, consent: true };
  return () => readStatus(buyer.agent.post(CREATE).send(input));
};

/** Open checkouts that hold a product, and what all of them come to, cents. */
const openOf = async (shop: Shop, productId: number): Promise<[number | undefined, number | undefined]> => {
  const from = `FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id WHERE l.product_id = $1 AND c.state = 'open'`;
  return [
    await readValue<number>(shop, `SELECT count(*)::int AS value ${from}`, [productId]),
    await readValue<number>(shop, `SELECT coalesce(sum(c.total_cents), 0)::int AS value ${from}`, [
      productId,
    ]),
  ];
};

/** An act of staff on a product in turn with each buyer's. */
const amid = (staff: Act, buying: readonly Act[]): Act[] =>
  buying.flatMap((act, index) => (index % 2 === 0 ? [act] : [staff, act]));

/** What buyers share with each other, and with those who edit it. */
export const CATALOG_RACES: readonly Race[] = [
  {
    name: 'two lines of one product are counted together, whoever else buys it (OWN-65, OWN-512)',
    async prepare({ shop }, n) {
      const id = await shop.addProduct({ stock: n + 1, priceCents: 1000 });
      const buyers = await crowd(shop, n);
      const lines = [
        { id, quantity: 1 },
        { id, quantity: 1 },
      ];
      return {
        buyers,
        acts: buyers.map((buyer) => placing(buyer, '20.00', lines)),
        async check(statuses) {
          const placed = Math.floor((n + 1) / 2);
          expect([countStatus(statuses, 201), countStatus(statuses, 409)]).toEqual([placed, n - placed]);
          const left = n + 1 - 2 * placed;
          expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([left, 2 * placed]);
        },
      };
    },
  },
  {
    name: 'points are spent once while their owners race for the pool (OWN-65, SHOP-4.15)',
    async prepare({ shop }, n) {
      const [inPool = 0] = await readBalances(shop, 'coins');
      const packs = Math.ceil(n / 2);
      await shop.fillPool(packs * COINS_OF_ONE - inPool);
      const id = await shop.addProduct({ category: 'coins', stock: 0, coinValue: COINS_OF_ONE });
      const buyers = await Promise.all(Array.from({ length: n }, () => signInMember(shop, 599)));
      const redeeming = ({ agent }: SignedIn): Act => {
        const redeem = () => agent.post('/api/loyalty/rewards/redeem').send({ rewardId: 'free-delivery' });
        return () => readStatus(redeem());
      };
      const [, held = 0] = await readBalances(shop, 'coins', 'coins-held');
      return {
        buyers,
        acts: buyers.flatMap((buyer) => [
          redeeming(buyer),
          placing(buyer, '19.99', onePieceOf(id)),
          redeeming(buyer),
        ]),
        async check(statuses) {
          // A code of each buyer, and as many checkouts as the pool has packs.
          expect(countStatus(statuses, 201)).toBe(n + packs);
          expect(await readBalances(shop, ...buyers.map(({ userId }) => `points:${userId}`))).toEqual(
            buyers.map(() => 299),
          );
          expect(await readBalances(shop, 'coins', 'coins-held')).toEqual([0, held + packs * COINS_OF_ONE]);
        },
      };
    },
  },
  {
    name: 'the stock that staff set is on hand, whoever buys meanwhile (OWN-195)',
    async prepare({ shop, admin }, n) {
      const id = await shop.addProduct({ stock: n });
      const buyers = await crowd(shop, n);
      const set: Act = () =>
        readStatus(admin.agent.patch(`/api/admin/products/${id}`).send({ stock: 2 * n }));
      return {
        buyers,
        products: [id],
        acts: amid(
          set,
          buyers.map((buyer) => placing(buyer, '19.99', onePieceOf(id))),
        ),
        async check(statuses) {
          const [free = 0, held = 0] = await readBalances(shop, `stock:${id}`, `held:${id}`);
          expect([free + held, held]).toEqual([2 * n, n]);
          expect([countStatus(statuses, 201), countStatus(statuses, 409)]).toEqual([n, 0]);
        },
      };
    },
  },
  {
    name: 'a price that is edited meanwhile is paid by nobody who did not see it (OWN-40)',
    async prepare({ shop, admin }, n) {
      const id = await shop.addProduct({ stock: 2 * n });
      const buyers = await crowd(shop, n);
      const edit: Act = () =>
        readStatus(admin.agent.patch(`/api/admin/products/${id}`).send({ price: '25.00' }));
      return {
        buyers,
        products: [id],
        acts: amid(
          edit,
          buyers.map((buyer) => placing(buyer, '19.99', onePieceOf(id))),
        ),
        async check(statuses) {
          const placed = countStatus(statuses, 201);
          expect(placed + countStatus(statuses, 409)).toBe(n);
          expect(await openOf(shop, id)).toEqual([placed, placed * 1999]);
          const [late] = await crowd(shop, 1);
          if (late) expect((await placementFor(late, onePieceOf(id))).amount).toBe('25.00');
        },
      };
    },
  },
  {
    name: 'a product that is deleted meanwhile is held by whom it was sold to, and by nobody after (OWN-206)',
    async prepare({ shop, admin }, n) {
      const id = await shop.addProduct({ stock: 2 * n });
      const buyers = await crowd(shop, n);
      const remove: Act = () => readStatus(admin.agent.delete(`/api/admin/products/${id}`));
      return {
        buyers,
        products: [id],
        acts: amid(
          remove,
          buyers.map((buyer) => placing(buyer, '19.99', onePieceOf(id))),
        ),
        async check(statuses) {
          const [free, held] = await readBalances(shop, `stock:${id}`, `held:${id}`);
          const [open] = await openOf(shop, id);
          expect([free, held]).toEqual([2 * n - (open ?? 0), open]);
          expect(countStatus(statuses, 201)).toBe(open);
          const [late] = await crowd(shop, 1);
          if (late) expect(await placing(late, '19.99', onePieceOf(id))()).toBe(404);
        },
      };
    },
  },
];
