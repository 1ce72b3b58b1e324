import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import type { ShopError } from '../../platform/shop-error.js';
import { confirmOrderReceived } from './unconfirmed-orders.js';

jest.setTimeout(30_000);

describe('what every move of an order leaves behind', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const buy = async (product = {}): Promise<{ buyer: SignedIn; order: number }> => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct(product);
    const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
    await actOnPayPage(url, 'pay');
    return { buyer, order: (await waitForState(buyer, checkout, 'paid')).orders[0] ?? 0 };
  };
  const moved = async (order: number, move: string) =>
    (await admin.agent.patch(`/api/admin/orders/${order}/${move}`).send({}).expect(200)).body;
  const history = (order: number): Promise<object[]> =>
    shop.database.query(
      `SELECT version, from_status, to_status, actor FROM order_history WHERE order_id = $1 ORDER BY version`,
      [order],
    );
  const audited = (order: number): Promise<object[]> =>
    shop.database.query('SELECT actor, action, detail FROM audit_log WHERE subject = $1 ORDER BY id', [
      `order:${order}`,
    ]);
  const step = (version: number, from_status: string | null, to_status: string, { userId }: SignedIn) => ({
    version,
    from_status,
    to_status,
    actor: `user:${userId}`,
  });

  it.each<[moves: string[], said: string]>([
    [[], 'CONFLICT'],
    [['process'], 'CONFLICT'],
    [['cancel'], 'CONFLICT'],
    [['complete'], 'taken'],
    [['complete', 'archive'], 'taken'],
  ])('says to the buyer’s word that it arrived, after %j: %s', async (moves, said) => {
    const { buyer, order } = await buy();
    for (const move of moves) await moved(order, move);
    const say = ({ userId }: SignedIn): Promise<string> =>
      confirmOrderReceived(shop.database.manager, order, userId).then(
        () => 'taken',
        (error: ShopError) => error.code,
      );
    expect([await say(admin), await say(buyer), await say(buyer)]).toEqual(['NOT_FOUND', said, said]);
  });

  it('names who did it, in the history and in the audit (OWN-34, OWN-92)', async () => {
    const { buyer, order } = await buy();
    for (const move of ['process', 'release', 'complete', 'archive']) await moved(order, move);
    expect(await history(order)).toEqual([
      step(1, null, 'pending', buyer),
      step(2, 'pending', 'processing', admin),
      step(3, 'processing', 'pending', admin),
      step(4, 'pending', 'completed', admin),
      step(5, 'completed', 'archived', admin),
    ]);
    await admin.agent.post(`/api/admin/orders/${order}/refund`).send({ restock: true }).expect(200);
    const actor = `user:${admin.userId}`;
    expect(await audited(order)).toEqual([
      ...['process', 'release', 'complete', 'archive'].map((move) => ({
        actor,
        action: `order.${move}`,
        detail: {},
      })),
      { actor, action: 'order.refund', detail: { restock: true } },
    ]);
    const other = await buy();
    await moved(other.order, 'cancel');
    expect((await history(other.order)).at(-1)).toEqual(step(2, 'pending', 'cancelled', admin));
    expect(await audited(other.order)).toMatchObject([{ actor, action: 'order.cancel' }]);
    const entries: { reason: string; actor: string }[] = await shop.database.query(
      `SELECT reason, actor FROM ledger_journal WHERE idempotency_key IN ($1, $2, $3) ORDER BY reason`,
      [`reverse:order:${order}`, `reverse:order:${other.order}`, `restock:${order}`],
    );
    expect(entries).toEqual([
      { reason: 'goods are back', actor },
      { reason: 'order cancelled', actor },
      { reason: 'order refunded', actor },
    ]);
  });

  it('names who of staff has it, to staff alone', async () => {
    const { buyer, order } = await buy();
    const name = (await admin.agent.get('/api/auth/me').expect(200)).body.username;
    const known = async () =>
      (await admin.agent.get(`/api/admin/orders/${order}`).expect(200)).body.processedBy;
    expect(await known()).toBeNull();
    expect((await moved(order, 'process')).processedBy).toBe(name);
    const [own] = (await buyer.agent.get('/api/orders').expect(200)).body;
    expect(own).toMatchObject({ id: order, status: 'processing' });
    expect(JSON.stringify(own)).not.toMatch(/processedBy/);
    expect((await moved(order, 'release')).processedBy).toBeNull();
    // A neutral username tells the team nobody: the name at Discord does, where there is one.
    const rename = (username: string, discordUsername: string | null) =>
      shop.database.query('UPDATE users SET username = $1, discord_username = $2 WHERE id = $3', [
        username,
        discordUsername,
        admin.userId,
      ]);
    await moved(order, 'process');
    for (const [username, discordName, shown] of [
      ['discord-986880', 'Мира', 'Мира'],
      ['discord-986880', null, 'discord-986880'],
      ['discord-9868801', 'Мира', 'discord-9868801'],
    ] as const) {
      await rename(username, discordName);
      expect(await known()).toBe(shown);
    }
    await rename(name, null);
    await moved(order, 'release');
    // Who delivers without taking it first did both.
    expect((await moved(order, 'complete')).processedBy).toBe(name);
    const taken = (await buy()).order;
    await moved(taken, 'process');
    await shop.database.query(`UPDATE orders SET processed_by = 'discord:310457829164282001' WHERE id = $1`, [
      taken,
    ]);
    // It stays with who took it, whoever delivers.
    expect((await moved(taken, 'complete')).processedBy).toBe('Discord 310457829164282001');
  });

  it('names who moved goods and balances (OWN-105)', async () => {
    const [buyer, referrer] = [await shop.signIn(), await shop.signIn()];
    const { referralCode } = (await referrer.agent.get('/api/account/profile').expect(200)).body;
    await buyer.agent.post('/api/referrals/apply').send({ referralCode }).expect(200);
    const id = await shop.addProduct({ priceCents: 6_000 });
    const given = await place(buyer, [{ id, quantity: 2 }]);
    await buyer.agent.post(`/api/checkouts/${given.checkout}/cancel`).expect(200);
    const { url, checkout } = await place(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    await actOnPayPage(url, 'pay');
    const [order = 0] = (await waitForState(buyer, checkout, 'paid')).orders;
    await moved(order, 'complete');
    await admin.agent.post(`/api/admin/orders/${order}/refund`).send({}).expect(200);
    const rows: { key: string; actor: string }[] = await shop.database.query(
      `SELECT idempotency_key AS key, actor FROM ledger_journal WHERE idempotency_key LIKE '%' || $1 || '%' OR idempotency_key LIKE '%' || $2 || '%'
          OR idempotency_key IN ($3, $4, $5, $6, $7)`,
      [
        checkout,
        given.checkout,
        `earn:order:${order}`,
        `commission:${order}`,
        `reverse:commission:${order}`,
        `reverse:order:${order}`,
        `referral-bonus:${buyer.userId}`,
      ],
    );
    const [mine, staff] = [`user:${buyer.userId}`, `user:${admin.userId}`];
    expect(Object.fromEntries(rows.map(({ key, actor }) => [key, actor]))).toEqual({
      [`referral-bonus:${buyer.userId}`]: mine,
      [`hold:${given.checkout}:1`]: mine,
      [`release:${given.checkout}:1`]: 'shop',
      [`hold:${checkout}:1`]: mine,
      [`sell:${checkout}`]: mine,
      [`earn:order:${order}`]: 'shop',
      [`commission:${order}`]: 'shop',
      [`reverse:order:${order}`]: staff,
      [`reverse:commission:${order}`]: staff,
    });
  });

  it('says when, and no other time changes (OWN-89)', async () => {
    const { order } = await buy();
    const times = ({ completedAt, archivedAt, cancelledAt }: Record<string, string | null>) =>
      [completedAt, archivedAt, cancelledAt].map((at) => at !== null);
    expect(times(await moved(order, 'process'))).toEqual([false, false, false]);
    expect(times(await moved(order, 'complete'))).toEqual([true, false, false]);
    expect(times(await moved(order, 'archive'))).toEqual([true, true, false]);
    expect(times(await moved((await buy()).order, 'cancel'))).toEqual([false, false, true]);
  });

  it('is due by what it is: money in minutes, the rest in hours (OWN-86)', async () => {
    await shop.fillPool(10_000_000);
    const due = async (product: object): Promise<number> => {
      const { buyer } = await buy(product);
      const [order] = (await buyer.agent.get('/api/orders').expect(200)).body;
      return (Date.parse(order.dueAt) - Date.parse(order.createdAt)) / 60_000;
    };
    expect(await due({ category: 'coins', stock: 0, coinValue: 1_000_000 })).toBe(30);
    expect(await due({ category: 'items' })).toBe(24 * 60);
  });
});
