import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Notice } from '@pax/contracts';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { runJob } from '../../../test/jobs.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { stockAccount, stockHeldAccount } from '../../people/ledger/accounts.js';
import { book } from '../../people/ledger/ledger.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Relay } from '../../platform/outbox/relay.js';

jest.setTimeout(60_000);

describe('wished products that are back (OWN-1388)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop(DISCORD_SETTINGS);
    admin = await shop.signIn({ admin: true });
  });
  afterAll(async () => {
    // No events made these accounts.
    await shop.database.query(
      `WITH gone AS (DELETE FROM users WHERE username LIKE 'wisher %' RETURNING id)
       DELETE FROM user_balances WHERE user_id IN (SELECT id FROM gone)`,
    );
    await expectSettled(shop);
    await shop.close();
  });

  const setStock = (id: number, stock: number) =>
    admin.agent.patch(`/api/admin/products/${id}`).send({ stock }).expect(200);
  const wish = ({ agent }: SignedIn, id: number) =>
    agent
      .put('/api/account/wishlist')
      .send({ add: [{ id }] })
      .expect(200);
  const look = async (): Promise<void> => {
    await runJob(shop.app, 'tell-restocks');
    await shop.app.get(Relay).drain();
  };
  const notices = async ({ agent }: SignedIn): Promise<object[]> => {
    const { body }: { body: Notice[] } = await agent.get('/api/account/notices').expect(200);
    return body.map(({ content }) => content);
  };
  const passADay = () =>
    shop.database.query(
      `UPDATE wishlist SET told_at = told_at - interval '1 day', added_at = added_at - interval '1 day'`,
    );
  const countTold = async (id: number): Promise<number> => {
    const [row] = await shop.database.query(
      `SELECT count(*)::int AS n FROM notices WHERE kind = 'restocked' AND content->'product'->>'id' = $1`,
      [String(id)],
    );
    return row.n;
  };
  /** Accounts without a session that wish for a product. */
  const addWishers = async (id: number, count: number): Promise<void> => {
    await shop.database.query(
      `INSERT INTO wishlist (user_id, product_id, added_at)
       SELECT u.id, $1, now() - interval '1 hour' FROM users u WHERE u.username LIKE 'wisher %' ORDER BY u.id LIMIT $2`,
      [id, count],
    );
  };

  it('are told to those who have them on their list, once a day, by bell and direct message', async () => {
    const [user, other] = [await shop.signIn({ discordId: '310457829164290001' }), await shop.signIn()];
    const id = await shop.addProduct({ name: 'Elytra', stock: 3 });
    await wish(user, id);
    await look();
    await setStock(id, 0);
    await look();
    expect(await notices(user)).toEqual([]);
    await setStock(id, 2);
    await Promise.all([look(), look()]);
    await look();
    const told = { kind: 'restocked', product: { id, name: 'Elytra' } };
    expect(await notices(user)).toEqual([told]);
    expect(await notices(other)).toEqual([]);
    expect(
      await shop.database.query('SELECT kind, content, topic FROM direct_messages WHERE user_id = $1', [
        user.userId,
      ]),
    ).toEqual([{ kind: 'restocked', content: told, topic: `restocked:${id}:${user.userId}` }]);
    for (const stock of [0, 1]) {
      await setStock(id, stock);
      await look();
    }
    expect(await notices(user)).toHaveLength(1);
    await passADay();
    for (const stock of [0, 1]) {
      await setStock(id, stock);
      await look();
    }
    expect(await notices(user)).toHaveLength(2);
    await shop.database.query(`UPDATE outbox_events SET published_at = NULL WHERE aggregate = 'bell'`);
    await look();
    expect(await notices(user)).toHaveLength(2);
  });

  it('are none that a checkout held only, and a real return within the day is told when the day is over', async () => {
    const user = await shop.signIn();
    const id = await shop.addProduct({ stock: 2 });
    await wish(user, id);
    for (const delta of [-2, 2]) {
      const entry = { idempotencyKey: `spec:hold:${delta}`, reason: 'spec', actor: 'shop' };
      const lines = [
        { account: stockAccount(id), delta },
        { account: stockHeldAccount(id), delta: -delta },
      ];
      await shop.app.get(Transactions).run((tx) => book(tx, entry, lines));
      await look();
    }
    expect(await countTold(id)).toBe(0);
    for (const told of [1, 1]) {
      for (const stock of [0, 1]) {
        await setStock(id, stock);
        await look();
      }
      expect(await countTold(id)).toBe(told);
    }
    await passADay();
    for (const _ of ['told', 'once']) {
      await look();
      expect(await countTold(id)).toBe(2);
    }
    expect(await shop.database.query('SELECT FROM restocks WHERE product_id = $1', [id])).toEqual([]);
  });

  it('are coins when the pool is filled again', async () => {
    const user = await shop.signIn();
    const id = await shop.addProduct({
      name: '10M Coins',
      category: 'coins',
      coinValue: 10_000_000,
      stock: 0,
    });
    await wish(user, id);
    await look();
    await shop.fillPool(10_000_000);
    await look();
    expect(await notices(user)).toEqual([{ kind: 'restocked', product: { id, name: '10M Coins' } }]);
  });

  it('are not told to who wished for them after they came back, took the wish back, or is blocked', async () => {
    const [late, gone, blocked] = [await shop.signIn(), await shop.signIn(), await shop.signIn()];
    const id = await shop.addProduct({ stock: 0 });
    for (const one of [gone, blocked]) await wish(one, id);
    await look();
    await gone.agent
      .put('/api/account/wishlist')
      .send({ remove: [id] })
      .expect(200);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [blocked.userId]);
    await setStock(id, 1);
    await look();
    await wish(late, id);
    await look();
    expect(await countTold(id)).toBe(0);
  });

  it('are told in portions, and to nobody else once they are sold out again', async () => {
    await shop.database.query(
      `INSERT INTO users (username, username_key) SELECT 'wisher ' || n, 'wisher ' || n FROM generate_series(1, 700) n`,
    );
    const id = await shop.addProduct({ stock: 0 });
    await addWishers(id, 650);
    await look();
    await setStock(id, 1);
    await look();
    expect(await countTold(id)).toBe(500);
    await setStock(id, 0);
    await look();
    expect(await countTold(id)).toBe(500);
    await setStock(id, 1);
    await look();
    await look();
    expect(await countTold(id)).toBe(650);
    await passADay();
    await look();
    expect(await countTold(id)).toBe(1_150);
    await look();
    expect(await shop.database.query('SELECT FROM restocks WHERE product_id = $1', [id])).toEqual([]);
  });

  it('are told of no more when they are hidden or deleted meanwhile', async () => {
    const user = await shop.signIn();
    const [hidden, deleted] = [await shop.addProduct({ stock: 0 }), await shop.addProduct({ stock: 0 })];
    for (const id of [hidden, deleted]) await wish(user, id);
    await look();
    await admin.agent.patch(`/api/admin/products/${hidden}`).send({ isHidden: true, stock: 1 }).expect(200);
    await setStock(deleted, 1);
    await admin.agent
      .post('/api/admin/products/bulk-delete')
      .send({ ids: [deleted] })
      .expect(200);
    await look();
    expect(await notices(user)).toEqual([]);
  });
});
