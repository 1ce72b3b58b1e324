import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Product } from '@pax/contracts';
import {
  buy,
  onePieceOf,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
  withdraw,
} from '../../../test/buying.js';
import { DiscordPeer, PEER_VIP_ROLE } from '../../../test/discord-peer.js';
import { expectInvariants } from '../../../test/invariants.js';
import { findLoop, runJob } from '../../../test/jobs.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { actOnWalletPage, placeByWallet } from '../../../test/paypal.js';
import {
  findDispute,
  holdMessages,
  actAtStripe,
  releaseMessages,
  findSession,
  steerStripe,
} from '../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { redeem, readReward } from '../../../test/rewards.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { book } from '../ledger/ledger.js';
import { ProfilesQueries } from '../profile/profiles.queries.js';
import { GrantVipRoles } from './grant-vip-roles.js';
import { VipRole } from './vip-role.js';

jest.setTimeout(60_000);

/** Points of the badge and of early access, and of both. */
const [BADGE, ACCESS, BOTH] = [2_000, 3_000, 5_000];

describe('badge and early access whose points were given back (OWN-405)', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let admin: SignedIn;
  let early: number;
  let people = 0;

  beforeAll(async () => {
    await peer.listen();
    // Only the spec runs the job.
    shop = await startMoneyShop({ ...peer.settings(), DISCORD_VIP_ROLE_ID: PEER_VIP_ROLE });
    await findLoop(shop.app, 'grant-vip-roles').stop();
    admin = await shop.signIn({ admin: true });
    early = await shop.addProduct({ stock: 9, availableFrom: new Date(Date.now() + 3_600_000) });
  });
  beforeEach(() => {
    peer.isUnavailable = false;
    peer.calls.length = 0;
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const sqlOf = (text: string, ...values: unknown[]) => shop.database.query(text, values);
  const act = (order: number, name: 'complete' | 'cancel') =>
    admin.agent.patch(`/api/admin/orders/${order}/${name}`).send({}).expect(200);
  const refund = (order: number) =>
    admin.agent.post(`/api/admin/orders/${order}/refund`).send({}).expect(200);
  const asPlatinum = ({ userId }: SignedIn) =>
    sqlOf(`UPDATE users SET tier = 'platinum', tier_floor = 'platinum' WHERE id = $1`, userId);

  /** Somebody on the Discord server who paid for as many points by each purchase, before the tier rises. */
  const buyerOf = async (...earned: number[]) => {
    const user = await shop.signIn();
    const id = `6168304722955${String((people += 1)).padStart(5, '0')}`;
    peer.members.set(id, []);
    await sqlOf('UPDATE users SET discord_id = $2 WHERE id = $1', user.userId, id);
    const purchases = [];
    for (const points of earned) {
      const product = await shop.addProduct({ priceCents: points * 10 });
      const { checkout, orders } = await buy(user, onePieceOf(product));
      purchases.push({ checkout, order: orders[0] ?? 0 });
    }
    await asPlatinum(user);
    return { user, id, purchases };
  };
  /** As `buyerOf`; the purchases are delivered. */
  const deliveredTo = async (...earned: number[]) => {
    const buyer = await buyerOf(...earned);
    for (const { order } of buyer.purchases) await act(order, 'complete');
    const [{ checkout, order } = { checkout: '', order: 0 }] = buyer.purchases;
    return { ...buyer, checkout, order };
  };
  /** As `buyerOf`, whose points an earlier version booked at payment; nothing is delivered. */
  const paidBefore = async (points: number) => {
    const { purchases, ...buyer } = await buyerOf(points);
    const [{ checkout, order } = { checkout: '', order: 0 }] = purchases;
    const entry = { idempotencyKey: `earn:${checkout}`, reason: 'points', actor: 'shop' };
    const lines = [{ account: `points:${buyer.user.userId}`, delta: points }];
    await runTransaction(shop.database, (tx) => book(tx, entry, lines));
    await sqlOf(`UPDATE orders SET earnings = 'at_payment' WHERE id = $1`, order);
    await sqlOf('UPDATE users SET total_spent_cents = $2 WHERE id = $1', buyer.user.userId, points * 10);
    return { ...buyer, checkout, order };
  };
  const lose = async (checkout: string) => {
    await actAtStripe(shop, checkout, 'dispute');
    await awaitMessages(shop);
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, {
      outcome: 'lost',
    });
    await awaitMessages(shop);
  };

  const grantDue = () => shop.app.get(GrantVipRoles).changeDueRoles();
  const soon = () => sqlOf(`UPDATE role_grants SET next_try_at = now() - interval '1 second'`);
  const roleOf = async (id: string): Promise<boolean> => {
    await grantDue();
    return peer.members.get(id)?.includes(PEER_VIP_ROLE) ?? false;
  };
  const badgeOf = async ({ userId }: SignedIn) => {
    const { vipBadge, frozenVipBadge } = (await shop.app.get(ProfilesQueries).readProfile(userId)) ?? {};
    return { vipBadge, frozenVipBadge };
  };
  const [SHOWN, FROZEN] = [
    { vipBadge: true, frozenVipBadge: false },
    { vipBadge: false, frozenVipBadge: true },
  ];
  /** Whether the early product is in the list, and whether it has a price. */
  const seesEarly = async ({ agent }: SignedIn) => {
    const list: Product[] = (await agent.get('/api/products').expect(200)).body;
    const quote = await agent.post('/api/checkout/quote').send({ items: onePieceOf(early) });
    return [list.some(({ id }) => id === early), quote.status === 200];
  };

  it.each([
    ['a refund', deliveredTo, ({ order }: { order: number }) => refund(order)],
    [
      'a withdrawal',
      paidBefore,
      ({ user, checkout }: { user: SignedIn; checkout: string }) => withdraw(user, checkout).expect(200),
    ],
    ['a cancellation', paidBefore, ({ order }: { order: number }) => act(order, 'cancel')],
  ] as const)(
    'are held back after %s, with the role, and come back with the points (OWN-405)',
    async (_, buys, undo) => {
      const { user, id, ...purchase } = await buys(BOTH);
      const [badge, access] = [await redeem(user, 'vip-badge'), await redeem(user, 'early-access')];
      expect([await badgeOf(user), await roleOf(id), await seesEarly(user)]).toEqual([
        SHOWN,
        true,
        [true, true],
      ]);

      await undo({ user, ...purchase });
      expect([await badgeOf(user), await roleOf(id), await seesEarly(user)]).toEqual([
        FROZEN,
        false,
        [false, false],
      ]);
      for (const { id: rewardId } of [badge, access])
        expect(await readReward(user, rewardId)).toMatchObject({ isFrozen: true });

      await shop.fill(`points:${user.userId}`, BOTH);
      expect([await badgeOf(user), await roleOf(id), await seesEarly(user)]).toEqual([
        SHOWN,
        true,
        [true, true],
      ]);
      expect((await readReward(user, badge.id)).isFrozen).toBeUndefined();
      peer.calls.length = 0;
      await grantDue();
      expect(peer.calls).toEqual([]);
      await expectInvariants(shop);
    },
  );

  it('are held back after a lost dispute, which blocks the account, and free once its points are back (OWN-405)', async () => {
    const { user, id, checkout } = await deliveredTo(BOTH);
    await redeem(user, 'vip-badge');
    await redeem(user, 'early-access');
    expect(await roleOf(id)).toBe(true);
    await lose(checkout);
    peer.isUnavailable = true;
    expect(await roleOf(id)).toBe(true);
    peer.isUnavailable = false;
    await soon();
    expect([await badgeOf(user), await roleOf(id)]).toEqual([FROZEN, false]);
    await shop.fill(`points:${user.userId}`, BOTH);
    // The account is still blocked.
    expect(await roleOf(id)).toBe(false);
    await sqlOf(
      'UPDATE users SET blocked_at = NULL, block_reason = NULL, purchases_suspended = false WHERE id = $1',
      user.userId,
    );
    expect([await badgeOf(user), await roleOf(id)]).toEqual([SHOWN, true]);
  });

  it('stay after a lost dispute where no points are missing (OWN-405)', async () => {
    const { user, checkout } = await deliveredTo(100);
    await shop.fill(`points:${user.userId}`, BADGE);
    await redeem(user, 'vip-badge');
    await lose(checkout);
    expect(await badgeOf(user)).toEqual(SHOWN);
  });

  it('are held back the newest first: the first of two refunds leaves the badge, the second takes it', async () => {
    const { user, id, purchases } = await deliveredTo(BADGE, ACCESS);
    await redeem(user, 'vip-badge');
    await redeem(user, 'early-access');
    expect(await roleOf(id)).toBe(true);
    const [first, second] = purchases;
    await refund(second?.order ?? 0);
    peer.calls.length = 0;
    expect([await badgeOf(user), await roleOf(id), await seesEarly(user)]).toEqual([
      SHOWN,
      true,
      [false, false],
    ]);
    expect(peer.calls).toEqual([]);
    await refund(first?.order ?? 0);
    expect([await badgeOf(user), await roleOf(id)]).toEqual([FROZEN, false]);
    await shop.fill(`points:${user.userId}`, BADGE);
    expect([await badgeOf(user), await roleOf(id), await seesEarly(user)]).toEqual([
      SHOWN,
      true,
      [false, false],
    ]);
    await shop.fill(`points:${user.userId}`, ACCESS);
    expect(await seesEarly(user)).toEqual([true, true]);
  });

  it('count one by one: access that is over covers nothing, and the older badge is held back', async () => {
    const { user, id, order } = await deliveredTo(BOTH);
    await redeem(user, 'vip-badge');
    await redeem(user, 'early-access');
    await shop.fill(`points:${user.userId}`, BADGE);
    await refund(order);
    expect([await badgeOf(user), await roleOf(id)]).toEqual([SHOWN, true]);
    await sqlOf('UPDATE users SET early_access_until = now() WHERE id = $1', user.userId);
    expect([await badgeOf(user), await roleOf(id)]).toEqual([FROZEN, false]);
  });

  it('are told to the own room at once', async () => {
    const { user, order } = await deliveredTo(BADGE);
    await redeem(user, 'vip-badge');
    await refund(order);
    await expectSettled(shop);
    const [last]: { data: unknown }[] = await sqlOf(
      `SELECT data FROM stream_messages WHERE room = $1 AND type = 'balance.changed' ORDER BY seq DESC LIMIT 1`,
      `user:${user.userId}`,
    );
    expect(last?.data).toMatchObject(FROZEN);
  });

  it('buy nothing early with money that comes late (OWN-405)', async () => {
    const { user, order } = await deliveredTo(ACCESS);
    await redeem(user, 'early-access');
    const { checkout, ...form } = await placeByWallet(user, onePieceOf(early));
    await user.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    await refund(order);
    await actOnWalletPage(form, 'pay');
    await awaitMessages(shop);
    expect(await readCheckout(user, checkout)).toMatchObject({ state: 'cancelled', orders: [] });
  });

  /** A buyer with early access, and the purchase that brought its points. */
  const withAccess = async () => {
    const buyer = await deliveredTo(ACCESS);
    await redeem(buyer.user, 'early-access');
    return buyer;
  };

  it('end the open checkout of an early product, and no other (OWN-1140)', async () => {
    const { user, order } = await withAccess();
    const [other, third] = [await withAccess(), await withAccess()];
    const { checkout } = await place(user, [...onePieceOf(early), ...onePieceOf(await shop.addProduct({}))]);
    const kept = await place(other.user, onePieceOf(await shop.addProduct({})));
    // Access that is not held back, and access that is over: both saw it when they placed.
    const seen = await place(third.user, onePieceOf(early));
    await refund(order);
    await refund(other.order);
    await runJob(shop.app, 'checkout-sweeper');
    expect(await waitForState(user, checkout, 'cancelled')).toMatchObject({ orders: [] });
    expect((await readCheckout(other.user, kept.checkout)).state).toBe('open');
    await sqlOf('UPDATE users SET early_access_until = now() WHERE id = $1', third.user.userId);
    await refund(third.order);
    await runJob(shop.app, 'checkout-sweeper');
    await actOnPayPage(seen.url, 'pay');
    expect((await waitForState(third.user, seen.checkout, 'paid')).orders).toHaveLength(1);
  });

  it('give money back that comes before that checkout is ended, unless the product is out (OWN-1140)', async () => {
    const [{ user, order }, other] = [await withAccess(), await withAccess()];
    const outSoon = await shop.addProduct({ availableFrom: new Date(Date.now() + 3_600_000) });
    holdMessages(shop);
    const { url, checkout } = await place(user, onePieceOf(early));
    const out = await place(other.user, onePieceOf(outSoon));
    for (const page of [url, out.url]) await actOnPayPage(page, 'pay');
    for (const refunded of [order, other.order]) await refund(refunded);
    await sqlOf('UPDATE products SET available_from = now() WHERE id = $1', outSoon);
    await user.agent.post(`/api/checkouts/${checkout}/refresh`).expect(200);
    await releaseMessages(shop);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await readCheckout(user, checkout)).toMatchObject({ state: 'failed', orders: [] });
    expect((await waitForState(other.user, out.checkout, 'paid')).orders).toHaveLength(1);
  });

  it('leave a payment of an early product that is being confirmed to its buyer (OWN-1140)', async () => {
    const { user, order } = await withAccess();
    const { url, checkout } = await place(user, onePieceOf(early));
    await actOnPayPage(url, 'pay_later');
    await waitForState(user, checkout, 'confirming');
    await refund(order);
    expect(await seesEarly(user)).toEqual([false, false]);
    await runJob(shop.app, 'checkout-sweeper');
    await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, {
      action: 'succeed',
    });
    expect((await waitForState(user, checkout, 'paid')).orders).toHaveLength(1);
  });

  it.each([
    { late: 'grantVipRole', answer: 'known' },
    { late: 'grantVipRole', answer: 'lost' },
    { late: 'revokeVipRole', answer: 'known' },
    { late: 'revokeVipRole', answer: 'lost' },
  ] as const)(
    'have their role as it is in the end, also where a slow $late arrives after a change; answer $answer (OWN-56)',
    async ({ late, answer }) => {
      const { user, id, order } = await deliveredTo(BADGE);
      await redeem(user, 'vip-badge');
      const missing = () => refund(order);
      const back = () => shop.fill(`points:${user.userId}`, BADGE);
      if (late === 'revokeVipRole') {
        await grantDue();
        await missing();
      }
      const role = shop.app.get(VipRole);
      const change = role[late].bind(role);
      jest.spyOn(role, late).mockImplementationOnce(async (discordId) => {
        await (late === 'grantVipRole' ? missing() : back());
        expect(await roleOf(id)).toBe(late === 'revokeVipRole');
        const isMember = await change(discordId);
        return answer === 'lost' ? Promise.reject(new Error('no answer')) : isMember;
      });
      expect(await roleOf(id)).toBe(late === 'grantVipRole');
      expect(await roleOf(id)).toBe(late === 'revokeVipRole');
    },
  );

  it('have their role as it is in the end, where a slow grant ends while the take that overtook it is under way (OWN-56)', async () => {
    const { user, id, order } = await deliveredTo(BADGE);
    await redeem(user, 'vip-badge');
    const role = shop.app.get(VipRole);
    const [grant, take] = [role.grantVipRole.bind(role), role.revokeVipRole.bind(role)];
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let granting: Promise<void> = Promise.resolve();
    const granted = new Promise<void>((resolve) => {
      jest.spyOn(role, 'grantVipRole').mockImplementationOnce(async (discordId) => {
        resolve();
        await arrived;
        return grant(discordId);
      });
      granting = grantDue();
    });
    await granted;
    jest.spyOn(role, 'revokeVipRole').mockImplementationOnce(async (discordId) => {
      const isMember = await take(discordId);
      arrive();
      await granting;
      return isMember;
    });
    await refund(order);
    expect(await roleOf(id)).toBe(true);
    expect(await roleOf(id)).toBe(false);
  });

  it('lose a role that a program of before gave again in an upgrade (OWN-56)', async () => {
    const { user, id, order } = await deliveredTo(BADGE);
    await redeem(user, 'vip-badge');
    expect(await roleOf(id)).toBe(true);
    await refund(order);
    peer.isUnavailable = true;
    await grantDue();
    await sqlOf('UPDATE role_grants SET done_at = now() WHERE user_id = $1', user.userId);
    peer.isUnavailable = false;
    expect(await roleOf(id)).toBe(false);
  });
});
