import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Order } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { asRuntime, type Past } from '../../../test/database.js';
import { balances, buy, onePieceOf } from '../../../test/buying.js';
import { act, CRYPTO_SHOP, orderByCrypto } from '../../../test/crypto.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { disputeOf, messagesHandled, onPaymentAt, providerState, steer } from '../../../test/provider.js';
import { referredFriend } from '../../../test/referral.js';
import { loyaltyOf } from '../../../test/rewards.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { withdraw } from '../../../test/withdrawing.js';
import { dataSourceOptions, migrate } from '../../platform/database/data-source.js';
import { MIGRATIONS } from '../../platform/database/migrations/index.js';
import { Earnings1700000000055 } from '../../platform/database/migrations/55-earnings.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { book } from '../../people/ledger/ledger.js';
import { BookLateEarnings } from './earnings.js';

jest.setTimeout(60_000);

/** Buyers by what became of their purchase of $10 before the upgrade, with their Discord ids. */
const BUYERS = {
  waiting: '713530472295547001',
  delivered: '713530472295547002',
  withdrawn: '713530472295547003',
  refunded: '713530472295547004',
  disputed: '713530472295547005',
  unconfirmed: '713530472295547006',
} as const;
type Fate = keyof typeof BUYERS;

const moves = (admin: SignedIn, order: number | undefined, move: Parameters<typeof act>[2]) =>
  act(admin, order, move).expect(200);

/** Purchases of a shop that booked points and spending at payment, and the upgrade of its database. */
const BEFORE: Past = {
  name: 'earnings_at_payment',
  make: async (databaseUrl) => {
    const shop = await startShop(CRYPTO_SHOP, { databaseUrl });
    try {
      await purchasesOfBefore(shop);
      await messagesHandled(shop);
      return JSON.stringify({ ...(await providerState(shop)), answers: {} });
    } finally {
      await shop.close();
      await downgrade(databaseUrl);
      await migrate({ migrationDatabaseUrl: databaseUrl, databaseUrl: asRuntime(databaseUrl) });
    }
  },
};

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
  await onPaymentAt(shop, (await paidFor('disputed')).checkout, 'dispute');
  await orderByCrypto(await shop.signIn({ discordId: BUYERS.unconfirmed }), onePieceOf(id));
}

/** Takes the schema back to what it was before orders said how they earn. */
async function downgrade(databaseUrl: string): Promise<void> {
  const database = await new DataSource(dataSourceOptions(databaseUrl, [])).initialize();
  try {
    for (const migration of MIGRATIONS.toReversed()) {
      await database.undoLastMigration({ transaction: 'each' });
      if (migration === Earnings1700000000055) return;
    }
  } finally {
    await database.destroy();
  }
}

describe('what purchases of before an upgrade earn (OWN-851)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop(CRYPTO_SHOP, { past: BEFORE });
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const buyerOf = async (fate: Fate) => {
    const buyer = await shop.signIn({ discordId: BUYERS[fate] });
    const list: Order[] = (await buyer.agent.get('/api/orders').expect(200)).body;
    return { buyer, order: list[0]?.id, checkout: list[0]?.checkout ?? '' };
  };
  const countsFor = async (buyer: SignedIn) => {
    const { points, pendingPoints, totalSpent } = await loyaltyOf(buyer);
    return { points, pendingPoints, totalSpent };
  };
  const COUNTED = { points: 100, pendingPoints: 0, totalSpent: '10.00' };
  const NONE = { points: 0, pendingPoints: 0, totalSpent: '0.00' };

  it.each<[Fate, string, object]>([
    ['waiting', 'at_payment', COUNTED],
    ['delivered', 'at_payment', COUNTED],
    ['withdrawn', 'at_payment', NONE],
    ['refunded', 'at_payment', NONE],
    ['disputed', 'at_payment', COUNTED],
    ['unconfirmed', 'pending', NONE],
  ])('is for a %s one as it was booked: %s', async (fate, earnings, counts) => {
    const { buyer, order } = await buyerOf(fate);
    expect(await shop.database.query('SELECT earnings FROM orders WHERE id = $1', [order])).toEqual([
      { earnings },
    ]);
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
    await steer(shop, `disputes/${(await disputeOf(shop, checkout)).id}/close`, { outcome: 'lost' });
    await messagesHandled(shop);
    expect(await balances(shop, `points:${buyer.userId}`)).toEqual([0]);
  });

  it('is pending for crypto that is confirmed after it, and booked at the delivery', async () => {
    const { buyer, order } = await buyerOf('unconfirmed');
    await moves(admin, order, 'confirm-payment');
    expect(await countsFor(buyer)).toEqual({ ...NONE, pendingPoints: 100 });
    await moves(admin, order, 'complete');
    expect(await countsFor(buyer)).toEqual(COUNTED);
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
    const { friend, referrer } = await referredFriend(shop);
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
      await Promise.all([job.bookDue(), job.bookDue()]);
      expect(await loyaltyOf(friend)).toMatchObject({ points: 190, pendingPoints: 95, totalSpent: '19.00' });
      expect(await balances(shop, `credit:${referrer.userId}`)).toEqual([190]);
    }
    await moves(admin, open.orders[0], 'complete');
    expect(await loyaltyOf(friend)).toMatchObject({ points: 285, pendingPoints: 0 });
  });
});
