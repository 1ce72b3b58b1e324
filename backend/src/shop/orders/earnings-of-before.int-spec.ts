import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Order } from '@pax/contracts';
import { readBalances, buy, onePieceOf, withdraw } from '../../../test/buying.js';
import { changeOrderAsStaff } from '../../../test/crypto-shop.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { findDispute, actAtStripe, steerStripe } from '../../../test/stripe.js';
import { awaitMessages } from '../../../test/expect-settled.js';
import { signInFriend } from '../../../test/referral.js';
import { readLoyalty } from '../../../test/rewards.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { book } from '../../people/ledger/ledger.js';
import { BookLateEarnings } from './points-and-commission.js';

jest.setTimeout(60_000);

/** Buyers by what became of their purchase of $10 before the upgrade, with their Discord ids. */
const BUYERS = {
  waiting: '713530472295547001',
  delivered: '713530472295547002',
  withdrawn: '713530472295547003',
  refunded: '713530472295547004',
  disputed: '713530472295547005',
} as const;

type Fate = keyof typeof BUYERS;

const moves = (admin: SignedIn, order: number | undefined, move: Parameters<typeof changeOrderAsStaff>[2]) =>
  changeOrderAsStaff(admin, order, move).expect(200);

/** Purchases as a shop left them that booked points and spending at payment. */
async function purchasesOfBefore(shop: Shop): Promise<void> {
  const admin = await shop.signIn({ admin: true });
  const id = await shop.addProduct({ priceCents: 1000, stock: 40 });
  const paidFor = async (fate: Fate) => {
    const buyer = await shop.signIn({ discordId: BUYERS[fate] });
    const { checkout, orders } = await buy(buyer, onePieceOf(id));
    const entry = { idempotencyKey: `earn:${checkout}`, reason: 'points', actor: 'shop' };
    await runTransaction(shop.database, (tx) =>
      book(tx, entry, [{ account: `points:${buyer.userId}`, delta: 100 }]),
    );
    await shop.database.query(`UPDATE orders SET earnings = 'at_payment' WHERE id = $1`, [orders[0]]);
    await shop.database.query('UPDATE users SET total_spent_cents = 1000 WHERE id = $1', [buyer.userId]);
    return { buyer, checkout, order: orders[0] };
  };
  await paidFor('waiting');
  await moves(admin, (await paidFor('delivered')).order, 'complete');
  const { buyer, checkout } = await paidFor('withdrawn');
  await withdraw(buyer, checkout).expect(200);
  const { order } = await paidFor('refunded');
  await moves(admin, order, 'complete');
  await admin.agent.post(`/api/admin/orders/${order}/refund`).send({}).expect(200);
  await actAtStripe(shop, (await paidFor('disputed')).checkout, 'dispute');
}

describe('what purchases of before an upgrade earn (OWN-851)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop();
    await purchasesOfBefore(shop);
    await awaitMessages(shop);
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const buyerOf = async (fate: Fate) => {
    const buyer = await shop.signIn({ discordId: BUYERS[fate] });
    const list: Order[] = (await buyer.agent.get('/api/orders').expect(200)).body;
    return { buyer, order: list[0]?.id, checkout: list[0]?.checkout ?? '' };
  };
  const countsFor = async (buyer: SignedIn) => {
    const { points, pendingPoints, totalSpent } = await readLoyalty(buyer);
    return { points, pendingPoints, totalSpent };
  };
  const COUNTED = { points: 100, pendingPoints: 0, totalSpent: '10.00' };
  const NONE = { points: 0, pendingPoints: 0, totalSpent: '0.00' };

  it.each<[Fate, object]>([
    ['waiting', COUNTED],
    ['delivered', COUNTED],
    ['withdrawn', NONE],
    ['refunded', NONE],
    ['disputed', COUNTED],
  ])('is for a %s one as it was booked', async (fate, counts) => {
    const { buyer } = await buyerOf(fate);
    expect(await countsFor(buyer)).toEqual(counts);
  });

  it('is not booked again at the delivery, and goes back with a refund', async () => {
    const { buyer, order } = await buyerOf('waiting');
    await moves(admin, order, 'complete');
    expect(await countsFor(buyer)).toEqual(COUNTED);
    await admin.agent.post(`/api/admin/orders/${order}/refund`).send({}).expect(200);
    expect(await countsFor(buyer)).toEqual(NONE);
  });

  it('goes back with a dispute that is lost', async () => {
    const { buyer, checkout } = await buyerOf('disputed');
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, {
      outcome: 'lost',
    });
    await awaitMessages(shop);
    expect(await readBalances(shop, `points:${buyer.userId}`)).toEqual([0]);
  });
});

describe('orders that a program of before completes during an upgrade (OWN-851)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const setEarnings = (order: number | undefined, earnings: string) =>
    shop.database.query('UPDATE orders SET earnings = $2 WHERE id = $1', [order, earnings]);
  /** Such a program books the commission alone, as for an order that earned at payment. */
  const completeAsBefore = async (order: number | undefined) => {
    await setEarnings(order, 'at_payment');
    await moves(admin, order, 'complete');
    await setEarnings(order, 'pending');
  };

  it('get what they earned soon after, once, however many programs look', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const items = onePieceOf(await shop.addProduct({ priceCents: 1000 }));
    const [kept, archived, open] = [
      await buy(friend, items),
      await buy(friend, items),
      await buy(friend, items),
    ];
    for (const { orders } of [kept, archived]) await completeAsBefore(orders[0]);
    await moves(admin, archived.orders[0], 'archive');
    const job = shop.app.get(BookLateEarnings);
    for (let run = 0; run < 2; run += 1) {
      await Promise.all([job.bookDueEarnings(), job.bookDueEarnings()]);
      expect(await readLoyalty(friend)).toMatchObject({
        points: 190,
        pendingPoints: 95,
        totalSpent: '19.00',
      });
      expect(await readBalances(shop, `credit:${referrer.userId}`)).toEqual([190]);
    }
    await moves(admin, open.orders[0], 'complete');
    expect(await readLoyalty(friend)).toMatchObject({ points: 285, pendingPoints: 0 });
  });
});
