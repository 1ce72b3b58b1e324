import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { actOnPayPage, place, waitForState } from '../../../../test/buying.js';
import { expectSettled } from '../../../../test/expect-settled.js';
import { watchRoundTrips, type TrackedTransaction } from '../../../../test/round-trips.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

jest.setTimeout(30_000);

describe('how often a purchase waits for Postgres', () => {
  let shop: Shop;
  let trips: TrackedTransaction[];
  beforeAll(async () => {
    shop = await startMoneyShop();
    trips = watchRoundTrips(shop.database);
  });
  afterAll(() => shop.close());

  const waitsOf = (statement: string): number[] =>
    trips.filter(({ texts }) => texts.some((text) => text.startsWith(statement))).map(({ waits }) => waits);
  const buy = async (buyer: SignedIn, ids: number[]): Promise<number[]> => {
    const { url, checkout } = await place(
      buyer,
      ids.map((id) => ({ id, quantity: 1 })),
    );
    await actOnPayPage(url, 'pay');
    return (await waitForState(buyer, checkout, 'paid')).orders;
  };

  it('is as seldom as statements that need no answer of each other allow, however many lines', async () => {
    const admin = await shop.signIn({ admin: true });
    const [known, fresh] = [await shop.signIn(), await shop.signIn()];
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => shop.addProduct({ stock: 50, priceCents: 2000 })),
    );
    // Accounts of the ledger are opened by their first use.
    const [order] = await buy(known, ids);
    await admin.agent.patch(`/api/admin/orders/${order}/complete`).send({}).expect(200);
    await buy(fresh, ids);
    await expectSettled(shop);
    trips.length = 0;
    await buy(known, ids);
    await buy(fresh, ids);
    await buy(known, ids.slice(0, 1));
    await expectSettled(shop);
    // The hold limits are read before and after.
    expect(waitsOf('INSERT INTO "checkouts"')).toEqual([11, 11, 11]);
    expect(waitsOf('INSERT INTO "orders"')).toEqual([8, 8, 8]);
  });
});
