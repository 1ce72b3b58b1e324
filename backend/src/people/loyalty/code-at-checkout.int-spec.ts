import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Order, Reward, RewardKey } from '@pax/contracts';
import {
  readBalances,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
  placementFor,
} from '../../../test/buying.js';
import { holdMessages, releaseMessages, findSession, steerStripe } from '../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { readLoyalty, signInMember, redeem, readReward } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { Clock } from '../../platform/clock.js';
import { EndCheckout } from '../../shop/checkout/settle/end-checkout.js';

const CREATE = '/api/payments/stripe/create-checkout-session';
const QUOTE = '/api/checkout/quote';
const DAY_MS = 86_400_000;

jest.setTimeout(30_000);

describe('a reward code at checkout', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  /** A member with a redeemed reward, and something to buy. */
  const ready = async (key: RewardKey = 'ten-percent-off', priceCents = 2_000) => {
    const user = await signInMember(shop, 10_000, 'platinum');
    await shop.database.query(`UPDATE users SET tier = 'bronze' WHERE id = $1`, [user.userId]);
    const reward = await redeemed(user, key);
    return { user, reward, id: await shop.addProduct({ stock: 9, priceCents }) };
  };
  const redeemed = async (user: SignedIn, key: RewardKey): Promise<Reward> => {
    const isFree = key === 'ten-percent-off' || key === 'free-delivery';
    if (!isFree) await shop.database.query(`UPDATE users SET tier = 'diamond' WHERE id = $1`, [user.userId]);
    return redeem(user, key);
  };
  const accounts = ({ id }: Reward) => readBalances(shop, `reward:${id}`, `reward-held:${id}`);
  const quote = (user: SignedIn, id: number, rewardCode: string) =>
    user.agent.post(QUOTE).send({ items: [{ id, quantity: 1 }], rewardCode });
  /** Quote and create refuse a code alike. */
  const expectRefused = async (
    user: SignedIn,
    id: number,
    rewardCode: string,
    status: number,
    code: string,
  ) => {
    const input = { ...(await placementFor(user, [{ id, quantity: 1 }])), rewardCode };
    const answers = [await quote(user, id, rewardCode), await user.agent.post(CREATE).send(input)];
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([status, code]);
  };
  const pay = async (user: SignedIn, id: number, rewardCode: string, quantity = 1) => {
    const placed = await place(user, [{ id, quantity }], { rewardCode });
    await actOnPayPage(placed.url, 'pay');
    return waitForState(user, placed.checkout, 'paid');
  };

  /** The staff's list, one order a page. */
  const allOrders = async (): Promise<Order[]> => {
    const list: Order[] = [];
    let next: string | undefined = '/api/admin/orders?limit=1';
    while (next !== undefined) {
      const { body, headers }: { body: Order[]; headers: Record<string, string> } = await admin.agent
        .get(next)
        .expect(200);
      list.push(...body);
      next = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
    }
    return list;
  };

  it('takes 10 % after referral and tier discount; quoted is charged (OWN-38)', async () => {
    const { user, reward, id } = await ready('ten-percent-off', 10_000);
    const friend = await shop.signIn();
    const ids = [user.userId, friend.userId];
    await shop.database.query(
      `UPDATE users SET tier = 'silver', referred_by_user_id = $2 WHERE id = $1`,
      ids,
    );
    const { body } = await quote(user, id, reward.code).expect(200);
    expect(body).toMatchObject({
      subtotal: '100.00',
      discounts: { referral: '5.00', tier: '2.00', reward: '9.30' },
      total: '83.70',
      reward: { id: reward.id, key: 'ten-percent-off', name: '10% off next purchase' },
    });
    const paid = await pay(user, id, reward.code);
    expect(paid).toMatchObject({ total: '83.70', quote: { reward: { id: reward.id } } });
    expect(await accounts(reward)).toEqual([0, 0]);
    expect(await readReward(user, reward.id)).toMatchObject({ isUsed: true, isHeld: false });
    await expectRefused(user, id, reward.code, 409, 'REWARD_CODE_USED');
  });

  it('is read however people type it', async () => {
    const { user, reward, id } = await ready();
    const typed = ` ${reward.code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `;
    expect((await quote(user, id, typed).expect(200)).body.total).toBe('18.00');
  });

  it('puts orders with Free Delivery at the front of the queue, on every page (OWN-54)', async () => {
    const { user, reward, id } = await ready('free-delivery');
    const { total, orders } = await pay(user, id, reward.code);
    expect(total).toBe('20.00');
    const plain = await signInMember(shop, 0);
    for (let n = 0; n < 2; n += 1) {
      const placed = await place(plain, [{ id, quantity: 1 }]);
      await actOnPayPage(placed.url, 'pay');
      await waitForState(plain, placed.checkout, 'paid');
    }
    const list = await allOrders();
    expect(list[0]).toMatchObject({ id: orders[0], priority: true });
    expect(list.filter(({ priority }) => priority)).toHaveLength(1);
    const rest = list.slice(1).map((order) => order.id);
    expect(rest).toEqual(rest.toSorted((a, b) => b - a));
    expect(new Set(list.map((order) => order.id)).size).toBe(list.length);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    const after = await admin.agent.get('/api/admin/orders').expect(200);
    expect(after.body[0].id).not.toBe(orders[0]);
    await admin.agent.get('/api/admin/orders?cursor=px').expect(400);
  });

  it('is held while the checkout is open, and free again when it ends unpaid (OWN-52, OWN-65)', async () => {
    const { user, reward, id } = await ready();
    const cancelled = await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code });
    expect(await accounts(reward)).toEqual([0, 1]);
    expect(await readReward(user, reward.id)).toMatchObject({ isHeld: true, isUsed: false });
    await user.agent.post(`/api/checkouts/${cancelled.checkout}/cancel`).expect(200);
    expect(await accounts(reward)).toEqual([1, 0]);
    const expired = await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code });
    await steerStripe(shop, `sessions/${(await findSession(shop, expired.checkout)).id}/expire`);
    await waitForState(user, expired.checkout, 'expired');
    expect(await accounts(reward)).toEqual([1, 0]);
    expect(await readReward(user, reward.id)).toMatchObject({ isHeld: false, isUsed: false });
  });

  it('answers a repeat of the same request, and moves the code to another one (OWN-52)', async () => {
    const { user, reward, id } = await ready();
    const first = await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code });
    expect(await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code })).toEqual(first);
    // A second tab quotes with the code that the first one's checkout holds, and takes it over.
    const second = await place(user, [{ id, quantity: 2 }], { rewardCode: reward.code });
    expect((await readCheckout(user, first.checkout)).state).toBe('cancelled');
    expect(await readCheckout(user, second.checkout)).toMatchObject({ state: 'open', total: '36.00' });
    expect(await accounts(reward)).toEqual([0, 1]);
    await user.agent.post(`/api/checkouts/${second.checkout}/cancel`).expect(200);
  });

  it('makes another request of the same cart, also where it changes no price (OWN-72, OWN-54)', async () => {
    const { user, reward, id } = await ready('free-delivery');
    const items = [{ id, quantity: 1 }];
    const plain = await place(user, items);
    const withCode = await place(user, items, { rewardCode: reward.code });
    expect(withCode.checkout).not.toBe(plain.checkout);
    expect((await readCheckout(user, plain.checkout)).state).toBe('cancelled');
    expect(await accounts(reward)).toEqual([0, 1]);
    const without = await place(user, items);
    expect([plain.checkout, withCode.checkout]).not.toContain(without.checkout);
    expect(await accounts(reward)).toEqual([1, 0]);
    const last = await place(user, items, { rewardCode: reward.code });
    await actOnPayPage(last.url, 'pay');
    const { orders } = await waitForState(user, last.checkout, 'paid');
    const [order] = (await user.agent.get('/api/orders').expect(200)).body;
    expect(order).toMatchObject({ id: orders[0], priority: true });
  });

  it('is in one checkout only when two tabs place at once, and when both are paid (OWN-52)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { user, reward, id } = await ready();
      const inputs = await Promise.all(
        [1, 2, 3].map((quantity) => placementFor(user, [{ id, quantity }], { rewardCode: reward.code })),
      );
      const answers = await Promise.all(inputs.map((input) => user.agent.post(CREATE).send(input)));
      for (const { status } of answers) expect([201, 409]).toContain(status);
      expect(await accounts(reward)).toEqual([0, 1]);
      const urls = answers.filter(({ status }) => status === 201).map(({ body }) => String(body.url));
      const pages = await Promise.allSettled(urls.map((url) => actOnPayPage(url, 'pay')));
      expect(pages.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await awaitMessages(shop);
      expect(await accounts(reward)).toEqual([0, 0]);
    }
  });

  it('stays held while the bank is confirming, and nowhere else usable meanwhile (OWN-52)', async () => {
    const { user, reward, id } = await ready();
    const placed = await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code });
    await actOnPayPage(placed.url, 'pay_later');
    await waitForState(user, placed.checkout, 'confirming');
    await expectRefused(user, id, reward.code, 409, 'REWARD_CODE_HELD');
    const { id: session } = await findSession(shop, placed.checkout);
    await steerStripe(shop, `sessions/${session}/later`, { action: 'fail' });
    await waitForState(user, placed.checkout, 'failed');
    expect((await quote(user, id, reward.code).expect(200)).body.total).toBe('18.00');
  });

  it('belongs to its owner: to others it is like none (OWN-52)', async () => {
    const { reward, id } = await ready();
    const thief = await signInMember(shop, 0);
    const tried = [reward.code, 'K7QM-2VXT-9HBR-4WZD', 'x', `${reward.code}0`];
    for (const code of tried) {
      await expectRefused(thief, id, code, 404, 'REWARD_CODE_UNKNOWN');
    }
    const messages = await Promise.all(tried.map((code) => quote(thief, id, code)));
    expect(new Set(messages.map(({ body }) => body.message)).size).toBe(1);
    const visitor = await fetch(`${shop.url}${QUOTE}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ id, quantity: 1 }], rewardCode: reward.code }),
    });
    expect(visitor.status).toBe(401);
    expect(await accounts(reward)).toEqual([1, 0]);
  });

  it('ends to the minute (SHOP-9.21)', async () => {
    const { user, reward, id } = await ready();
    // Nearer than a session ends.
    const end = Date.now() + 3_600_000;
    const expiredAt = new Date(end).toISOString();
    await shop.database.query('UPDATE rewards SET expires_at = $2 WHERE id = $1', [reward.id, expiredAt]);
    const now = jest.spyOn(shop.app.get(Clock), 'now');
    try {
      now.mockImplementation(() => new Date(end - 1));
      await quote(user, id, reward.code).expect(200);
      now.mockImplementation(() => new Date(end));
      const late = await quote(user, id, reward.code);
      expect([late.status, late.body]).toMatchObject([409, { code: 'REWARD_CODE_EXPIRED', expiredAt }]);
    } finally {
      now.mockRestore();
    }
    await shop.database.query('UPDATE rewards SET expires_at = now() WHERE id = $1', [reward.id]);
    await expectRefused(user, id, reward.code, 409, 'REWARD_CODE_EXPIRED');
  });

  it('is honoured when it ends between placing and paying', async () => {
    const { user, reward, id } = await ready();
    const placed = await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code });
    await shop.database.query('UPDATE rewards SET expires_at = now() WHERE id = $1', [reward.id]);
    await actOnPayPage(placed.url, 'pay');
    expect((await waitForState(user, placed.checkout, 'paid')).total).toBe('18.00');
  });

  it('is taken again by late money (OWN-82)', async () => {
    const { user, reward, id } = await ready();
    holdMessages(shop);
    const placed = await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code });
    await actOnPayPage(placed.url, 'pay');
    await shop.app.get(EndCheckout).execute(placed.checkout, 'expired');
    expect(await accounts(reward)).toEqual([1, 0]);
    await releaseMessages(shop);
    await waitForState(user, placed.checkout, 'paid');
    expect(await accounts(reward)).toEqual([0, 0]);
  });

  it('sends late money back when the code was used in the meantime (OWN-82)', async () => {
    const { user, reward, id } = await ready();
    holdMessages(shop);
    const late = await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code });
    await actOnPayPage(late.url, 'pay');
    await shop.app.get(EndCheckout).execute(late.checkout, 'expired');
    const other = await place(user, [{ id, quantity: 2 }], { rewardCode: reward.code });
    await actOnPayPage(other.url, 'pay');
    await user.agent.post(`/api/checkouts/${other.checkout}/refresh`).expect(200);
    expect((await readCheckout(user, other.checkout)).state).toBe('paid');
    await releaseMessages(shop);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await readCheckout(user, late.checkout)).toMatchObject({ state: 'expired', orders: [] });
    expect(await accounts(reward)).toEqual([0, 0]);
    expect(await readBalances(shop, `stock:${id}`)).toEqual([7]);
  });

  it('comes back, good for 7 days at least, when the whole checkout is undone, and only then (OWN-101)', async () => {
    const { user, reward, id } = await ready();
    const second = await shop.addProduct({ stock: 2 });
    const placed = await place(
      user,
      [id, second].map((one) => ({ id: one, quantity: 1 })),
      { rewardCode: reward.code },
    );
    await actOnPayPage(placed.url, 'pay');
    const { orders } = await waitForState(user, placed.checkout, 'paid');
    const newestFirst = orders.toReversed().map((orderId) => ({ orderId }));
    expect((await readLoyalty(user)).pending).toMatchObject(newestFirst);
    const tomorrow = `UPDATE rewards SET expires_at = now() + interval '1 day' WHERE id = $1`;
    const endsTomorrow = () => shop.database.query(tomorrow, [reward.id]);
    const expectWeek = async () => {
      const back = await readReward(user, reward.id);
      expect(back).toMatchObject({ isUsed: false, code: reward.code });
      expect(Math.abs((Date.parse(back.expiresAt) - Date.now()) / DAY_MS - 7)).toBeLessThan(0.01);
    };
    await endsTomorrow();
    const cancel = (order: number | undefined) =>
      admin.agent.patch(`/api/admin/orders/${order}/cancel`).send({});
    await cancel(orders[0]).expect(200);
    expect(await accounts(reward)).toEqual([0, 0]);
    await Promise.all([cancel(orders[1]), cancel(orders[1])]);
    expect(await accounts(reward)).toEqual([1, 0]);
    await expectWeek();
    await awaitRefunds(shop);
    const again = await pay(user, id, reward.code);
    expect(again.total).toBe('18.00');
    expect(await accounts(reward)).toEqual([0, 0]);
    await endsTomorrow();
    await cancel(again.orders[0]).expect(200);
    await expectWeek();
    await awaitRefunds(shop);
  });

  it('comes back as well when the last order is refunded after its delivery (OWN-101, OWN-100)', async () => {
    const { user, reward, id } = await ready();
    const { orders } = await pay(user, id, reward.code);
    const staff = (what: string) => admin.agent.patch(`/api/admin/orders/${orders[0]}/${what}`).send({});
    await staff('complete').expect(200);
    await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({});
    expect(await accounts(reward)).toEqual([1, 0]);
    const { transactions } = await readLoyalty(user);
    expect(transactions[0]).toMatchObject({ points: -180, kind: 'reversal', orderId: orders[0] });
    await awaitRefunds(shop);
  });

  it('keeps its own end where that is later than 7 days', async () => {
    const { user, reward, id } = await ready();
    const { orders } = await pay(user, id, reward.code);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    expect((await readReward(user, reward.id)).expiresAt).toBe(reward.expiresAt);
  });

  it('is for rewards that are used at checkout only', async () => {
    for (const key of ['store-credit-5', 'vip-badge', 'early-access'] as const) {
      const { user, reward, id } = await ready(key);
      await expectRefused(user, id, reward.code, 400, 'VALIDATION');
    }
  });

  it('pays at once when credit covers the rest, and is used then', async () => {
    const { user, reward, id } = await ready();
    await shop.fill(`credit:${user.userId}`, 1_800);
    const placed = await place(user, [{ id, quantity: 1 }], {
      rewardCode: reward.code,
      useStoreCredit: true,
    });
    expect(await readCheckout(user, placed.checkout)).toMatchObject({ state: 'paid', total: '0.00' });
    expect(await accounts(reward)).toEqual([0, 0]);
    expect(await readBalances(shop, `credit:${user.userId}`)).toEqual([0]);
  });

  it('publishes every step to the room of its owner only (OWN-547)', async () => {
    const { user, reward, id } = await ready();
    const placed = await place(user, [{ id, quantity: 1 }], { rewardCode: reward.code });
    await user.agent.post(`/api/checkouts/${placed.checkout}/cancel`).expect(200);
    await pay(user, id, reward.code);
    await expectSettled(shop);
    const rows: { room: string; data: Reward }[] = await shop.database.query(
      `SELECT room, data FROM stream_messages WHERE type = 'reward.changed' AND (data->>'id')::int = $1 ORDER BY seq`,
      [reward.id],
    );
    expect(new Set(rows.map(({ room }) => room))).toEqual(new Set([`user:${user.userId}`]));
    expect(rows.at(-1)?.data).toMatchObject({ isUsed: true });
    const elsewhere: unknown[] = await shop.database.query(
      `SELECT room FROM stream_messages WHERE room <> $1 AND data::text LIKE '%' || $2 || '%'`,
      [`user:${user.userId}`, reward.code],
    );
    expect(elsewhere).toEqual([]);
  });

  it('lets no body say what a code is worth (OWN-41)', async () => {
    const { user, reward, id } = await ready();
    const items = [{ id, quantity: 1 }];
    const input = await placementFor(user, items, { rewardCode: reward.code });
    for (const more of [{ rewardPercent: 90 }, { rewardId: reward.id }, { discounts: { reward: '20.00' } }]) {
      const answers = [
        await user.agent.post(QUOTE).send({ items, rewardCode: reward.code, ...more }),
        await user.agent.post(CREATE).send({ ...input, ...more }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    }
    for (const rewardCode of [1, null, ['x'], '', ' ', 'x'.repeat(41), 'a\u0000b', reward])
      await user.agent.post(QUOTE).send({ items, rewardCode }).expect(400);
    const cheaper = await user.agent.post(CREATE).send({ ...input, rewardCode: undefined });
    expect([cheaper.status, cheaper.body.code]).toEqual([409, 'PRICE_CHANGED']);
  });
});
