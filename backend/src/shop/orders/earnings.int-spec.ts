import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  EARNED,
  EarningSteps,
  NO_PENDING,
  NOTHING_EARNED,
  PENDING,
  REDEEM,
  SUSPENDED,
  UNUSED,
  USED,
  type Purchase,
} from '../../../test/earning.js';
import {
  readBalances,
  buy,
  onePieceOf,
  place,
  placementFor,
  readCheckout,
  withdraw,
} from '../../../test/buying.js';
import { actOnWalletPage, placeByWallet } from '../../../test/paypal.js';
import { findDispute, actAtStripe, refundInDashboard, steerStripe } from '../../../test/stripe.js';
import { expectProviderAgrees, expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import { readLoyalty } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { book } from '../../people/ledger/ledger.js';

jest.setTimeout(60_000);

/** The table of backend/docs/earnings.md: what is earned × how it goes back × what uses it. */
describe('what a purchase earns (OWN-851)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let probe: number;
  let steps: EarningSteps;
  let neighbour: SignedIn;
  let neighbourOrder: number;
  beforeAll(async () => {
    shop = await startMoneyShop({ NEW_ACCOUNT_HOLD_PERCENT: '25' });
    admin = await shop.signIn({ admin: true });
    probe = await shop.addProduct({ stock: 400, priceCents: 1000 });
    const early = await shop.addProduct({ stock: 4, availableFrom: new Date(Date.now() + 86_400_000) });
    steps = new EarningSteps(shop, probe, early);
    // Somebody else's money goes in and out beside all of this.
    neighbour = await shop.signIn();
    neighbourOrder = (await buy(neighbour, onePieceOf(probe))).orders[0] ?? 0;
    await move(neighbourOrder, 'complete');
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
    const { points, totalSpent, pendingPoints } = await readLoyalty(neighbour);
    if (points !== 100 || totalSpent !== '10.00' || pendingPoints !== 0)
      throw new Error(`somebody else has ${points} points, ${totalSpent} spent, ${pendingPoints} pending`);
  });
  afterAll(() => shop.close());

  const move = (order: number | undefined, what: string) =>
    admin.agent.patch(`/api/admin/orders/${order}/${what}`).send({}).expect(200);
  const refund = (order: number | undefined, body: object = {}) =>
    admin.agent.post(`/api/admin/orders/${order}/refund`).send(body);

  const onDispute = async ({ checkout }: Purchase, outcome?: 'won' | 'lost'): Promise<void> => {
    await actAtStripe(shop, checkout, 'dispute');
    await awaitMessages(shop);
    if (!outcome) return;
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, { outcome });
    await awaitMessages(shop);
  };
  const refundAtProvider = async ({ checkout }: Purchase, cents?: number): Promise<void> => {
    await refundInDashboard(shop, checkout, cents);
    await awaitMessages(shop);
  };

  type Way = (bought: Purchase) => Promise<unknown>;
  const WHOLE: [name: string, before: Way | null, after: Way | null][] = [
    ['a withdrawal', ({ buyer, checkout }) => withdraw(buyer, checkout).expect(200), null],
    ['a cancel by staff', ({ order }) => move(order, 'cancel'), null],
    ['a refund by staff', null, ({ order }) => refund(order).expect(200)],
    ['a refund with restock', null, ({ order }) => refund(order, { restock: true }).expect(200)],
    [
      'two refunds of parts',
      null,
      async ({ order }) => {
        await refund(order, { amount: '20.01' }).expect(200);
        await refund(order).expect(200);
      },
    ],
    ['a refund at the provider', refundAtProvider, refundAtProvider],
    [
      'two refunds of parts at the provider',
      async (bought) => {
        await refundAtProvider(bought, 2001);
        await refundAtProvider(bought);
      },
      async (bought) => {
        await refundAtProvider(bought, 2001);
        await refundAtProvider(bought);
      },
    ],
  ];

  it('is pending until the delivery, and nothing can be had for it before (OWN-851)', async () => {
    const bought = await steps.makePurchase();
    for (const step of ['process', 'release', 'process']) {
      expect(await steps.readUses(bought)).toEqual(NOTHING_EARNED);
      expect(await steps.readCreditAndCode(bought)).toEqual(USED);
      expect(await steps.readPending(bought)).toEqual(PENDING);
      await move(bought.order, step);
    }
    await move(bought.order, 'complete');
    for (const step of ['archive']) {
      expect(await steps.readUses(bought)).toEqual(EARNED);
      expect(await steps.readPending(bought)).toEqual(NO_PENDING);
      await move(bought.order, step);
    }
    expect(await steps.readUses(bought)).toEqual(EARNED);
  });

  it.each(WHOLE.filter(([, before]) => before))(
    'is gone with what was pending after %s',
    async (_name, way) => {
      const bought = await steps.makePurchase();
      await way?.(bought);
      expect(await steps.readUses(bought)).toEqual(NOTHING_EARNED);
      expect(await steps.readPending(bought)).toEqual(NO_PENDING);
      expect(await steps.readCreditAndCode(bought)).toEqual(UNUSED);
      expect(await readBalances(shop, `stock:${bought.id}`)).toEqual([9]);
    },
  );

  it.each(WHOLE.filter(([, , after]) => after))(
    'is taken back when it was booked after %s',
    async (name, _before, way) => {
      const bought = await steps.makePurchase();
      await move(bought.order, 'complete');
      expect(await steps.readUses(bought)).toEqual(EARNED);
      await way?.(bought);
      expect(await steps.readUses(bought)).toEqual(NOTHING_EARNED);
      expect(await steps.readPending(bought)).toEqual(NO_PENDING);
      expect(await steps.readCreditAndCode(bought)).toEqual(UNUSED);
      expect(await readBalances(shop, `stock:${bought.id}`)).toEqual([name.includes('restock') ? 9 : 8]);
    },
  );

  it('is reduced by a part that goes back at the provider before the delivery, and booked without it', async () => {
    const bought = await steps.makePurchase();
    await refundAtProvider(bought, 2450);
    expect(await steps.readUses(bought)).toEqual(NOTHING_EARNED);
    expect(await steps.readPending(bought)).toEqual({ points: 490, spent: '49.00', commission: '4.90' });
    expect(await steps.readCreditAndCode(bought)).toEqual({ credit: '2.33', bonus: '1.66', code: false });
    expect((await refund(bought.order)).body.code).toBe('ILLEGAL_MOVE');
    await move(bought.order, 'complete');
    const { points, spent, tier, isNew, commission } = await steps.readUses(bought);
    expect([points, spent, tier, isNew, commission]).toEqual([490, '49.00', 'bronze', false, 490]);
    await refund(bought.order, { amount: '0.01' }).expect(200);
    expect(await steps.readUses(bought)).toMatchObject({ points: 490, spent: '48.99', commission: 490 });
    await refund(bought.order).expect(200);
    expect(await steps.readUses(bought)).toEqual(NOTHING_EARNED);
  });

  it('counts in proportion after a refund of a part, and lifts no limit below $20', async () => {
    const bought = await steps.makePurchase();
    await move(bought.order, 'complete');
    await refund(bought.order, { amount: '53.50' }).expect(200);
    expect(await steps.readUses(bought)).toMatchObject({
      points: 200,
      spent: '20.00',
      tier: 'bronze',
      isNew: false,
      commission: 200,
    });
    expect(await steps.readCreditAndCode(bought)).toEqual({ credit: '5.09', bonus: '3.63', code: false });
    await refund(bought.order, { amount: '0.01' }).expect(200);
    expect(await steps.readUses(bought)).toMatchObject({ spent: '19.99', isNew: true });
  });

  it('stays as it is while a dispute is open, and when it was won', async () => {
    const [bought, delivered] = [await steps.makePurchase(), await steps.makePurchase()];
    await move(delivered.order, 'complete');
    await onDispute(bought);
    await onDispute(delivered);
    expect(await steps.readPending(bought)).toEqual(PENDING);
    // The account is suspended: nothing is redeemed (OWN-1146), and money that the bank may take lifts no limit.
    expect(await steps.readUses(bought)).toEqual({ ...NOTHING_EARNED, refused: SUSPENDED });
    const suspended = { ...SUSPENDED, 'free-delivery': null };
    expect(await steps.readUses(delivered)).toEqual({ ...EARNED, isNew: true, refused: suspended });
    const free = await delivered.buyer.agent.post(REDEEM).send({ rewardId: 'free-delivery' });
    expect([free.status, free.body.code]).toEqual([409, 'DISPUTE_OPEN']);
    for (const one of [bought, delivered]) expect(await steps.readCreditAndCode(one)).toEqual(USED);
    for (const { checkout } of [bought, delivered])
      await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, {
        outcome: 'won',
      });
    await awaitMessages(shop);
    expect(await steps.readPending(bought)).toEqual(PENDING);
    expect(await steps.readUses(delivered)).toEqual(EARNED);
    await move(bought.order, 'complete');
    expect(await steps.readUses(bought)).toEqual(EARNED);
  });

  it.each(['before', 'after'])('is gone when a dispute is lost %s the delivery', async (when) => {
    const bought = await steps.makePurchase();
    if (when === 'after') await move(bought.order, 'complete');
    await onDispute(bought, 'lost');
    const { userId } = bought.buyer;
    const [user]: object[] = await shop.database.query(
      'SELECT total_spent_cents AS spent, tier, blocked_at IS NOT NULL AS blocked FROM users WHERE id = $1',
      [userId],
    );
    expect(user).toEqual({ spent: 0, tier: 'bronze', blocked: true });
    const mine = [`points:${userId}`, `credit:${bought.referrer.userId}`];
    expect(await readBalances(shop, ...mine)).toEqual([0, 0]);
    // Credit and bonus that paid a part come back unless the goods are kept; the code does not.
    const paidWith = when === 'before' ? [700, 500] : [0, 0];
    expect(await readBalances(shop, `credit:${userId}`, `bonus:${userId}`)).toEqual(paidWith);
    const [code]: { id: number }[] = await shop.database.query('SELECT id FROM rewards WHERE user_id = $1', [
      userId,
    ]);
    expect(await readBalances(shop, `reward:${code?.id}`, `reward-held:${code?.id}`)).toEqual([0, 0]);
    const redeemed = await bought.buyer.agent.post(REDEEM).send({ rewardId: 'free-delivery' });
    expect([401, 403]).toContain(redeemed.status);
    // An order lost before the delivery is not delivered.
    const completed = await admin.agent.patch(`/api/admin/orders/${bought.order}/complete`).send({});
    expect([completed.status, completed.body.code]).toEqual([409, 'ILLEGAL_MOVE']);
  });

  it('is pending for money that comes late, and nothing where that is stranded', async () => {
    const made = await steps.prepareCart();
    const form = await placeByWallet(made.buyer, onePieceOf(made.id), made.paidWith);
    await made.buyer.agent.post(`/api/checkouts/${form.checkout}/cancel`).expect(200);
    expect(await steps.readUses(made)).toEqual(NOTHING_EARNED);
    expect(await steps.readCreditAndCode(made)).toEqual(UNUSED);
    await actOnWalletPage(form, 'pay');
    await awaitMessages(shop);
    expect(await readCheckout(made.buyer, form.checkout)).toMatchObject({
      state: 'paid',
      pendingPoints: 735,
    });
    expect([await steps.readUses(made), await steps.readPending(made)]).toEqual([NOTHING_EARNED, PENDING]);
    expect(await steps.readCreditAndCode(made)).toEqual(USED);
    const late = await steps.prepareCart();
    const gone = await placeByWallet(late.buyer, onePieceOf(late.id), late.paidWith);
    await late.buyer.agent.post(`/api/checkouts/${gone.checkout}/cancel`).expect(200);
    await buy(late.buyer, onePieceOf(probe), { rewardCode: late.code });
    const before = await steps.readPending(late);
    await actOnWalletPage(gone, 'pay');
    await awaitMessages(shop);
    expect((await readCheckout(late.buyer, gone.checkout)).state).toBe('cancelled');
    expect([await steps.readUses(late), await steps.readPending(late)]).toEqual([NOTHING_EARNED, before]);
    expect(await steps.readCreditAndCode(late)).toEqual({ ...UNUSED, code: false });
  });

  it('is booked order by order: one delivered, one cancelled by staff, one still pending (OWN-855)', async () => {
    const buyer = await shop.signIn();
    const ids = [2000, 3000, 5000].map((priceCents) => shop.addProduct({ priceCents }));
    const { orders } = await buy(buyer, onePieceOf(...(await Promise.all(ids))));
    await move(orders[0], 'complete');
    await move(orders[1], 'cancel');
    expect(await readLoyalty(buyer)).toMatchObject({
      points: 200,
      totalSpent: '20.00',
      pendingPoints: 500,
      pendingSpent: '50.00',
      pending: [{ orderId: orders[2], points: 500, product: 'Elytra' }],
      transactions: [
        {
          points: 200,
          kind: 'purchase',
          description: 'Purchase: Elytra',
          product: 'Elytra',
          moreProducts: 0,
        },
      ],
    });
    const tier = async () => (await buyer.agent.get('/api/customer-tier').expect(200)).body.stats;
    expect(await tier()).toEqual({ totalSpent: '20.00', totalOrders: 1 });
    await move(orders[2], 'complete');
    // Two orders of one purchase are one.
    expect(await tier()).toEqual({ totalSpent: '70.00', totalOrders: 1 });
    await refund(orders[0]).expect(200);
    expect(await tier()).toEqual({ totalSpent: '50.00', totalOrders: 1 });
    await refund(orders[2]).expect(200);
    expect(await tier()).toEqual({ totalSpent: '0.00', totalOrders: 0 });
  });

  it('has the multiplier of the tier that counted when it was paid', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 5000 });
    const first = await buy(buyer, onePieceOf(id));
    const second = await buy(buyer, onePieceOf(id));
    await move(first.orders[0], 'complete');
    const third = await buy(buyer, onePieceOf(id));
    expect([first.points, second.points, third.points]).toEqual([500, 500, 588]);
    await move(second.orders[0], 'complete');
    await move(third.orders[0], 'complete');
    expect((await readLoyalty(buyer)).points).toBe(1588);
  });

  it('is booked once, however many complete at the same time', async () => {
    const bought = await steps.makePurchase();
    const complete = () => admin.agent.patch(`/api/admin/orders/${bought.order}/complete`).send({});
    const answers = await Promise.all([complete(), complete(), complete()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await steps.readUses(bought)).toEqual(EARNED);
  });

  it('yields no goods to a new account that withdraws what earned the points', async () => {
    const buyer = await shop.signIn();
    await shop.fillPool(40_000_000_000);
    const coins = { category: 'coins', stock: 0, isCustom: true, priceCents: 99 };
    const custom = await shop.addProduct(coins);
    const kit = await shop.addProduct({ priceCents: 5000, stock: 40 });
    const { checkout, total } = await buy(buyer, [{ id: custom, quantity: 1, customAmount: 10_000 }]);
    expect(total).toBe('1300.00');
    expect((await buyer.agent.post(REDEEM).send({ rewardId: 'store-credit-5' })).body.code).toBe(
      'TIER_TOO_LOW',
    );
    const free = await buyer.agent.post(REDEEM).send({ rewardId: 'free-delivery' });
    expect([free.status, free.body]).toMatchObject([409, { code: 'INSUFFICIENT_POINTS', available: 0 }]);
    const next = await placementFor(buyer, onePieceOf(kit), { useStoreCredit: true });
    expect(next.amount).toBe('50.00');
    await place(buyer, onePieceOf(kit), { useStoreCredit: true });
    await withdraw(buyer, checkout).expect(200);
    expect(await readLoyalty(buyer)).toMatchObject({
      points: 0,
      pendingPoints: 0,
      pendingDeduction: 0,
      totalSpent: '0.00',
      membershipTier: 'bronze',
      transactions: [],
    });
  });

  /** Books points and spending as an earlier version did, at payment. */
  async function asBefore({ buyer, checkout, order }: Purchase): Promise<void> {
    const { userId } = buyer;
    await shop.database.query(`UPDATE orders SET earnings = 'at_payment' WHERE id = $1`, [order]);
    await shop.database.query(`UPDATE users SET total_spent_cents = 7350, tier = 'silver' WHERE id = $1`, [
      userId,
    ]);
    const entry = { idempotencyKey: `earn:${checkout}`, reason: 'points', actor: 'shop' };
    await runTransaction(shop.database, (tx) =>
      book(tx, entry, [{ account: `points:${userId}`, delta: 735 }]),
    );
  }

  it('that an earlier version booked at payment stays booked, and is booked once (OWN-851)', async () => {
    const bought = await steps.makePurchase();
    await asBefore(bought);
    // Nobody is trusted for what is not delivered.
    expect(await steps.readUses(bought)).toEqual({ ...EARNED, isNew: true, commission: 0 });
    expect(await steps.readPending(bought)).toEqual({ ...NO_PENDING, commission: '7.35' });
    await move(bought.order, 'complete');
    expect(await steps.readUses(bought)).toEqual(EARNED);
    await refund(bought.order).expect(200);
    expect(await steps.readUses(bought)).toEqual(NOTHING_EARNED);
  });

  it('that an earlier version booked at payment goes back with a cancel (OWN-851)', async () => {
    const bought = await steps.makePurchase();
    await asBefore(bought);
    await move(bought.order, 'cancel');
    expect(await steps.readUses(bought)).toEqual(NOTHING_EARNED);
    expect(await steps.readPending(bought)).toEqual(NO_PENDING);
  });
});
