import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, buy, onePieceOf, place, readCheckout } from '../../../test/buying.js';
import { expectProviderAgrees, expectSettled, awaitRefunds } from '../../../test/expect-settled.js';
import { signInFriend } from '../../../test/referral.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

describe('refunding a delivered order', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    await awaitRefunds(shop);
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const move = (id: number | undefined, what: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${what}`).send({});
  const refund = (id: number | undefined, body: object = {}) =>
    admin.agent.post(`/api/admin/orders/${id}/refund`).send(body);
  const creditOf = async ({ userId }: SignedIn): Promise<number | undefined> =>
    (await readBalances(shop, `credit:${userId}`))[0];
  const statsOf = async ({ agent }: SignedIn) => (await agent.get('/api/referrals/stats').expect(200)).body;
  const refundRows = async (id: number | undefined): Promise<unknown[]> =>
    shop.database.query('SELECT amount_cents, state FROM refunds WHERE order_id = $1', [id]);

  it('gives cash, credit, bonus, points, spending and commission back, and leaves order and goods where they are (OWN-100, OWN-851)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ priceCents: 6000, stock: 3 });
    await shop.fill(`credit:${friend.userId}`, 700);
    // $60 less 5 % is $57; $7 of credit and the $5 bonus leave $45.
    const { checkout, orders } = await buy(friend, onePieceOf(id), { useStoreCredit: true });
    await move(orders[0], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(450);
    const { userId } = friend;
    const mine = [`credit:${userId}`, `bonus:${userId}`, `points:${userId}`, `stock:${id}`];
    expect(await readBalances(shop, ...mine)).toEqual([0, 0, 450, 2]);
    const answer = await refund(orders[0]).expect(200);
    expect(answer.body).toMatchObject({ status: 'completed', paymentStatus: 'refunded', version: 3 });
    expect(await readBalances(shop, ...mine)).toEqual([700, 500, 0, 2]);
    expect(await creditOf(referrer)).toBe(0);
    expect(await readCheckout(friend, checkout)).toMatchObject({ state: 'refunded', refundedCents: 4500 });
    const profile = await friend.agent.get('/api/account/profile').expect(200);
    expect(profile.body).toMatchObject({ totalSpent: '0.00', membershipTier: 'bronze' });
    const { stats, recentReferrals } = await statsOf(referrer);
    expect(stats).toMatchObject({
      successful_referrals: 0,
      total_store_credit: '0.00',
      pending_store_credit: '0.00',
    });
    expect(recentReferrals).toEqual([expect.objectContaining({ state: 'reversed', commission: '4.50' })]);
    await awaitRefunds(shop);
    expect(await refundRows(orders[0])).toEqual([{ amount_cents: 4500, state: 'done' }]);
    await move(orders[0], 'archive').expect(200);
  });

  it('takes the commission back also when the order lies in the archive (OWN-851, ADMIN-7.14, ADMIN-7.15)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ priceCents: 2000, stock: 3 });
    const { orders } = await buy(friend, onePieceOf(id));
    await move(orders[0], 'complete').expect(200);
    await move(orders[0], 'archive').expect(200);
    expect(await creditOf(referrer)).toBe(190);
    const answer = await refund(orders[0]).expect(200);
    expect(answer.body).toMatchObject({ status: 'archived', paymentStatus: 'refunded' });
    expect(await creditOf(referrer)).toBe(0);
    expect((await statsOf(referrer)).stats).toMatchObject({ total_store_credit: '0.00' });
  });

  it.each(['bronze', 'silver'])(
    'lowers the tier to what is left, not below the floor %s (OWN-51)',
    async (floor) => {
      const buyer = await shop.signIn();
      await shop.database.query('UPDATE users SET tier = $2, tier_floor = $2 WHERE id = $1', [
        buyer.userId,
        floor,
      ]);
      const id = await shop.addProduct({ priceCents: 25_000 });
      const { orders } = await buy(buyer, onePieceOf(id));
      const tier = async () =>
        (await buyer.agent.get('/api/account/profile').expect(200)).body.membershipTier;
      expect(await tier()).toBe(floor);
      await move(orders[0], 'complete').expect(200);
      expect(await tier()).toBe('gold');
      await refund(orders[0]).expect(200);
      expect(await tier()).toBe(floor);
    },
  );

  it('happens once, however many ask at the same time (OWN-96)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ priceCents: 1000, stock: 9 });
    for (let round = 0; round < 3; round += 1) {
      const { orders } = await buy(friend, onePieceOf(id));
      await move(orders[0], 'complete').expect(200);
      const answers = await Promise.all([1, 2, 3, 4].map(() => refund(orders[0], { restock: true })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { body } of answers.filter(({ status }) => status !== 200))
        expect(body).toMatchObject({ code: 'ILLEGAL_MOVE', legal: ['archive'] });
      expect(await refundRows(orders[0])).toHaveLength(1);
    }
    expect(await creditOf(referrer)).toBe(0);
    expect(await readBalances(shop, `stock:${id}`)).toEqual([9]);
  });

  it('meets completion and cancelling with one outcome, and the commission follows it (OWN-851)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ priceCents: 1000, stock: 20 });
    for (let round = 0; round < 6; round += 1) {
      const before = await creditOf(referrer);
      const { orders } = await buy(friend, onePieceOf(id));
      const [order] = orders;
      await Promise.all([move(order, 'complete'), refund(order), move(order, 'cancel'), refund(order)]);
      const list = await friend.agent.get('/api/orders').expect(200);
      const { status, paymentStatus } = list.body.find((one: { id: number }) => one.id === order);
      expect(['completed paid', 'completed refunded', 'cancelled refunded']).toContain(
        `${status} ${paymentStatus}`,
      );
      const isEarned = status === 'completed' && paymentStatus === 'paid';
      expect(await creditOf(referrer)).toBe((before ?? 0) + (isEarned ? 95 : 0));
      expect(await refundRows(order)).toHaveLength(paymentStatus === 'refunded' ? 1 : 0);
    }
  });

  it('takes the commission back although it was spent: the referrer sees 0 (OWN-102)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ priceCents: 2000, stock: 9 });
    const { orders } = await buy(friend, onePieceOf(id));
    await move(orders[0], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(190);
    const cheap = await shop.addProduct({ priceCents: 190 });
    await place(referrer, onePieceOf(cheap), { useStoreCredit: true });
    expect(await creditOf(referrer)).toBe(0);
    await refund(orders[0]).expect(200);
    expect(await creditOf(referrer)).toBe(-190);
    const profile = await referrer.agent.get('/api/account/profile').expect(200);
    expect(profile.body).toMatchObject({ storeCredit: '0.00', balance: '0.00' });
    const next = await buy(friend, onePieceOf(id));
    await move(next.orders[0], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(0);
  });

  it('puts the goods back when staff say so, coins into the pool', async () => {
    const buyer = await shop.signIn();
    await shop.fillPool(20_000_000);
    const id = await shop.addProduct({
      name: '10M',
      category: 'coins',
      coinValue: 10_000_000,
      stock: 0,
      priceCents: 170,
    });
    const { orders } = await buy(buyer, onePieceOf(id));
    await move(orders[0], 'complete').expect(200);
    const [before] = await readBalances(shop, 'coins');
    await refund(orders[0], { restock: true }).expect(200);
    expect(await readBalances(shop, 'coins')).toEqual([(before ?? 0) + 10_000_000]);
  });

  it('refunds one order of several and leaves the checkout paid', async () => {
    const buyer = await shop.signIn();
    const ids = [await shop.addProduct({ priceCents: 1000 }), await shop.addProduct({ priceCents: 500 })];
    const { checkout, orders } = await buy(buyer, onePieceOf(...ids));
    await move(orders[0], 'complete').expect(200);
    await refund(orders[0]).expect(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'paid', refundedCents: 1000 });
    await move(orders[1], 'cancel').expect(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 1500 });
  });

  it('is refused before the delivery, for somebody without the right, and for an old version (OWN-92)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 600 });
    const { orders } = await buy(buyer, onePieceOf(id));
    const early = await refund(orders[0]).expect(409);
    expect(early.body).toMatchObject({ code: 'ILLEGAL_MOVE', legal: ['process', 'complete', 'cancel'] });
    await buyer.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(403);
    await move(orders[0], 'complete').expect(200);
    await refund(orders[0], { version: 1 }).expect(409);
    for (const amount of ['', '1,00', '1.', '1.001']) await refund(orders[0], { amount }).expect(400);
    await refund(999_999).expect(404);
    expect(await refundRows(orders[0])).toEqual([]);
  });

  it('is refused while the payment is disputed: the bank decides then (OWN-96)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 600 });
    const { orders } = await buy(buyer, onePieceOf(id));
    await move(orders[0], 'complete').expect(200);
    const isNow = (payment: string) =>
      shop.database.query('UPDATE orders SET payment_status = $2 WHERE id = $1', [orders[0], payment]);
    await isNow('disputed');
    const refused = await refund(orders[0], { restock: true }).expect(409);
    expect(refused.body).toMatchObject({ code: 'ILLEGAL_MOVE', legal: ['archive'] });
    expect(await refundRows(orders[0])).toEqual([]);
    await isNow('paid');
  });
});
