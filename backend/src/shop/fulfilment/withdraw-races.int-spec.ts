import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, buy, onePieceOf, listOwnOrders, buyProducts, withdraw } from '../../../test/buying.js';
import { expectProviderAgrees, expectSettled } from '../../../test/expect-settled.js';
import { repeatInTurn, isTurnedAway } from '../../../test/races/race.js';
import { raceSizes } from '../../../test/settings.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { readValue } from '../../../test/database.js';

jest.setTimeout(120_000);

/** Of one buyer, one after the other; more withdrawals than these are of the same ones. */
const MOST_PURCHASES = 10;

describe('races of withdrawals (OWN-489)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const move = (id: number | undefined, what: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${what}`).send({});

  describe.each(raceSizes())('with %i at once', (n) => {
    const fill = <T>(make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));
    const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
      served(answers).map(({ status, body }) => (status === 200 ? 'ok' : body.code));
    const served = <T extends { status: number }>(answers: readonly T[]): T[] =>
      answers.filter(({ status }) => !isTurnedAway(status, n));

    it('has one winner among withdrawals', async () => {
      const { buyer, checkout, ids } = await buyProducts(shop, 2);
      const outcome = codes(await Promise.all(fill(() => withdraw(buyer, checkout))));
      expect(outcome.filter((code) => code === 'ok')).toHaveLength(1);
      expect(outcome.filter((code) => code === 'WITHDRAWN')).toHaveLength(outcome.length - 1);
      expect(await readBalances(shop, ...ids.map((id) => `stock:${id}`))).toEqual([9, 9]);
    });

    it('counts withdrawals of different purchases at once (OWN-489)', async () => {
      const buyer = await shop.signIn();
      const id = await shop.addProduct({ stock: 99, priceCents: 600 });
      const refs: string[] = [];
      for (let bought = 0; bought < Math.min(n, MOST_PURCHASES); bought += 1)
        refs.push((await buy(buyer, onePieceOf(id))).checkout);
      const acts = repeatInTurn(
        refs.map((ref) => () => withdraw(buyer, ref)),
        n,
      );
      const outcome = codes(await Promise.all(acts.map((act) => act())));
      expect(outcome.filter((code) => code === 'ok')).toHaveLength(Math.min(n, 3));
      const refusals = new Set(outcome.filter((code) => code !== 'ok'));
      for (const allowed of ['WITHDRAWAL_LIMIT', ...(n > refs.length ? ['WITHDRAWN'] : [])])
        refusals.delete(allowed);
      expect(refusals).toEqual(new Set());
    });

    it.each(['process', 'complete', 'cancel'])('has one winner against %s', async (what) => {
      const { buyer, checkout, orders } = await buyProducts(shop, 2);
      const answers = await Promise.all(
        fill((index) => (index % 2 === 0 ? withdraw(buyer, checkout) : move(orders[1], what))),
      );
      expect(served(answers).every(({ status }) => status === 200 || status === 409)).toBe(true);
      const [mine, theirs] = [0, 1].map((side) =>
        codes(answers.filter((_, index) => index % 2 === side)).filter((code) => code === 'ok'),
      );
      expect((mine?.length ?? 0) + (theirs?.length ?? 0)).toBe(1);
      const isWithdrawn = mine?.length === 1;
      const lost = codes(answers.filter((_, index) => index % 2 === (isWithdrawn ? 1 : 0)));
      expect(new Set(lost)).toEqual(new Set([isWithdrawn ? 'WITHDRAWN' : 'ILLEGAL_MOVE']));
      for (const order of await listOwnOrders(buyer)) expect(order.withdrawn).toBe(isWithdrawn);
    });

    it('has one refund when it meets the refund of a delivered order', async () => {
      const { buyer, checkout, orders } = await buyProducts(shop);
      await Promise.all(
        fill((index) =>
          index === 0
            ? withdraw(buyer, checkout)
            : index % 2 === 1
              ? move(orders[0], 'complete')
              : admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}),
        ),
      );
      const refunds = await readValue<number>(
        shop,
        'SELECT count(*)::int AS value FROM refunds WHERE order_id = $1',
        [orders[0]],
      );
      const [order] = await listOwnOrders(buyer);
      expect(refunds).toBe(order?.paymentStatus === 'refunded' ? 1 : 0);
    });
  });
});
