import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parseDecimalToCents } from '@pax/contracts';
import { buy, onePieceOf, actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { deleteNow } from '../../../test/own-data.js';
import { findDispute, actAtStripe, steerStripe } from '../../../test/stripe.js';
import { expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import { signInFriendOf, signInFriend } from '../../../test/referral.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

describe('what a referrer earns in a month (OWN-495)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let goods: number;
  beforeAll(async () => {
    shop = await startMoneyShop({ REFERRAL_MONTHLY_CAP: '3' });
    admin = await shop.signIn({ admin: true });
    // $19.00 for a referred friend, of which 10 % is $1.90.
    goods = await shop.addProduct({ priceCents: 2000, stock: 99 });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const pendingOf = async ({ agent }: SignedIn): Promise<string> =>
    (await agent.get('/api/referrals/stats').expect(200)).body.stats.pending_store_credit;

  it('stops at the limit to the cent, and what is refunded leaves room again', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const first = await buy(friend, onePieceOf(goods));
    expect(await pendingOf(referrer)).toBe('1.90');
    await buy(friend, onePieceOf(goods));
    expect(await pendingOf(referrer)).toBe('3.00');
    await buy(friend, onePieceOf(goods));
    expect(await pendingOf(referrer)).toBe('3.00');
    await admin.agent.patch(`/api/admin/orders/${first.orders[0]}/cancel`).send({}).expect(200);
    expect(await pendingOf(referrer)).toBe('1.10');
    await buy(friend, onePieceOf(goods));
    expect(await pendingOf(referrer)).toBe('3.00');
  });

  it('leaves room for what a part of a refund took, and none for what is disputed', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const { checkout, orders } = await buy(friend, onePieceOf(goods));
    const move = (what: string) => admin.agent.patch(`/api/admin/orders/${orders[0]}/${what}`).send({});
    await move('complete').expect(200);
    await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({ amount: '9.50' }).expect(200);
    const dispute = (state: string, payment: string) =>
      shop.database.query(
        `WITH c AS (UPDATE checkouts SET state = $2 WHERE ref = $1 RETURNING id)
         UPDATE orders SET payment_status = $3 WHERE checkout_id = (SELECT id FROM c)`,
        [checkout, state, payment],
      );
    await dispute('disputed', 'disputed');
    await buy(friend, onePieceOf(goods));
    await buy(friend, onePieceOf(goods));
    // $0.95 is kept of the first, so that $2.05 of $3.80 is left for the next two.
    expect(await pendingOf(referrer)).toBe('2.05');
    await dispute('paid', 'partly_refunded');
  });

  it.each([
    ['a part', 50, '1.15'],
    ['all', 1900, '3.00'],
  ])('leaves room for what %s of a lost dispute took, and for no more', async (_, cents, pending) => {
    const { friend, referrer } = await signInFriend(shop);
    const { checkout, orders } = await buy(friend, onePieceOf(goods));
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    await actAtStripe(shop, checkout, 'dispute', cents);
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, {
      outcome: 'lost',
    });
    await awaitMessages(shop);
    const other = await signInFriendOf(shop, referrer);
    await buy(other, onePieceOf(goods));
    await buy(other, onePieceOf(goods));
    expect(await pendingOf(referrer)).toBe(pending);
  });

  it('is one limit for all friends, also when ten pay at the same moment', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const friends = [friend];
    for (let n = 1; n < 10; n += 1) friends.push(await signInFriendOf(shop, referrer));
    const placed = [];
    for (const buyer of friends) placed.push({ buyer, ...(await place(buyer, onePieceOf(goods))) });
    await Promise.all(placed.map(({ url }) => actOnPayPage(url, 'pay')));
    await Promise.all(placed.map(({ buyer, checkout }) => waitForState(buyer, checkout, 'paid')));
    expect(await pendingOf(referrer)).toBe('3.00');
  });

  it('is one limit for all who buy for a game name, whoever referred them, at once and after deletions', async () => {
    const pairs = await Promise.all([signInFriend(shop), signInFriend(shop), signInFriend(shop)]);
    const names = { inGameName: 'Many Pairs' };
    const buys = async ({ friend }: { friend: SignedIn }) =>
      (await buy(friend, onePieceOf(goods), names)).orders;
    const orders = (await Promise.all(pairs.map(buys))).flat();
    const sum = async () => {
      const pending = await Promise.all(pairs.map(({ referrer }) => pendingOf(referrer)));
      return pending.reduce((total, one) => total + parseDecimalToCents(one), 0);
    };
    expect(await sum()).toBe(300);
    for (const order of orders)
      await admin.agent.patch(`/api/admin/orders/${order}/complete`).send({}).expect(200);
    await expectSettled(shop);
    await Promise.all(pairs.map(({ friend }) => deleteNow(shop, friend)));
    const late = await signInFriend(shop);
    await buy(late.friend, onePieceOf(goods), { inGameName: 'many_pairs' });
    expect(await pendingOf(late.referrer)).toBe('0.00');
    await buy(late.friend, onePieceOf(goods), { inGameName: 'Another' });
    expect(await pendingOf(late.referrer)).toBe('1.90');
  });

  it.each([
    ['the last moment of the month before', -1, '4.90'],
    ['the first moment of this month', 0, '3.00'],
  ])('begins anew with the calendar month in UTC: %s', async (_, afterMs, pending) => {
    const { friend, referrer } = await signInFriend(shop);
    await buy(friend, onePieceOf(goods));
    await buy(friend, onePieceOf(goods));
    const now = new Date();
    const paidAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) + afterMs);
    await shop.database.query('UPDATE checkouts SET paid_at = $1 WHERE user_id = $2', [
      paidAt,
      friend.userId,
    ]);
    await buy(friend, onePieceOf(goods));
    expect(await pendingOf(referrer)).toBe(pending);
  });
});
