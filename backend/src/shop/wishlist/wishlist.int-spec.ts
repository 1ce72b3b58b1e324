import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { WishlistEntry } from '@pax/contracts';
import request from 'supertest';
import { deleteNow } from '../../../test/own-data.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const WISHLIST = '/api/account/wishlist';

describe('wishlist of an account (OWN-1386)', () => {
  let shop: Shop;
  let first: number;
  let second: number;
  let third: number;
  beforeAll(async () => {
    shop = await startShop();
    [first, second, third] = [
      await shop.addProduct({}),
      await shop.addProduct({}),
      await shop.addProduct({}),
    ];
  });
  afterAll(async () => {
    await shop.database.query(`DELETE FROM products WHERE name LIKE 'Sword %'`);
    await shop.close();
  });

  const put = ({ agent }: SignedIn, body: object) => agent.put(WISHLIST).send(body);
  const idsOf = (list: readonly WishlistEntry[]): number[] => list.map(({ id }) => id);
  const read = async ({ agent }: SignedIn): Promise<WishlistEntry[]> =>
    (await agent.get(WISHLIST).expect(200)).body;
  /** Products of which only the row matters. @returns the first of their ids, which follow each other */
  const addMany = async (count: number): Promise<number[]> => {
    const rows: { id: number }[] = await shop.database.query(
      `INSERT INTO products (name, category, price_cents)
       SELECT 'Sword ' || n, 'items', 100 FROM generate_series(1, $1::int) n RETURNING id`,
      [count],
    );
    return rows.map(({ id }) => id);
  };

  it('keeps what is added, newest first, and removes what is named, each also twice', async () => {
    const user = await shop.signIn();
    expect(await read(user)).toEqual([]);
    const old = { id: second, addedAt: '2026-01-02T03:04:05.000Z' };
    expect(idsOf((await put(user, { add: [{ id: first }, old] }).expect(200)).body)).toEqual([first, second]);
    const [, kept] = (await put(user, { add: [{ id: second }, { id: second }] }).expect(200)).body;
    expect(kept).toEqual(old);
    for (const _ of ['once', 'twice'])
      expect(idsOf((await put(user, { remove: [first] }).expect(200)).body)).toEqual([second]);
    // A wish is worth more than its removal.
    expect(idsOf((await put(user, { add: [{ id: first }], remove: [first, second] })).body)).toEqual([first]);
    expect(await read(await shop.signIn())).toEqual([]);
  });

  it('takes no time from the future, and drops what is unknown, deleted or hidden', async () => {
    const user = await shop.signIn();
    const [gone, hidden] = await addMany(2);
    await shop.database.query('UPDATE products SET deleted_at = now() WHERE id = $1', [gone]);
    await shop.database.query('UPDATE products SET is_hidden = true WHERE id = $1', [hidden]);
    const add = [gone, hidden, 2_147_483_647, first].map((id) => ({
      id,
      addedAt: '2099-01-01T00:00:00.000Z',
    }));
    const { body } = await put(user, { add }).expect(200);
    expect(idsOf(body)).toEqual([first]);
    expect(Date.parse(body[0].addedAt)).toBeLessThan(Date.parse('2098-01-01'));
    await shop.database.query('UPDATE products SET deleted_at = now() WHERE id = $1', [first]);
    expect(await read(user)).toEqual([]);
    await shop.database.query('UPDATE products SET deleted_at = NULL WHERE id = $1', [first]);
    expect(idsOf(await read(user))).toEqual([first]);
  });

  it('takes a product before its release only from who sees it', async () => {
    const [user, early] = [await shop.signIn(), await shop.signIn()];
    await shop.database.query(
      `UPDATE users SET early_access_until = now() + interval '1 day' WHERE id = $1`,
      [early.userId],
    );
    const [secret = 0] = await addMany(1);
    await shop.database.query(
      `UPDATE products SET available_from = now() + interval '1 hour' WHERE id = $1`,
      [secret],
    );
    const add = [{ id: secret }, { id: first }];
    expect(idsOf((await put(user, { add }).expect(200)).body)).toEqual([first]);
    expect(idsOf((await put(early, { add }).expect(200)).body)).toContain(secret);
    await shop.database.query(`UPDATE products SET available_from = NULL WHERE id = $1`, [secret]);
    expect(idsOf((await put(user, { add }).expect(200)).body)).toContain(secret);
  });

  it('loses no wish of two devices at once', async () => {
    const user = await shop.signIn();
    const added = await addMany(12);
    await Promise.all(added.map((id) => put(user, { add: [{ id }] }).expect(200)));
    expect(idsOf(await read(user)).toSorted((a, b) => a - b)).toEqual(added);
    await Promise.all([put(user, { add: [{ id: first }] }), put(user, { remove: added })]);
    expect(idsOf(await read(user))).toEqual([first]);
  });

  it('keeps the newest 500 of a merge, and refuses a body of more without a change', async () => {
    const user = await shop.signIn();
    await put(user, { add: [{ id: first }] });
    const many = await addMany(501);
    const timeOf = (place: number) => new Date(Date.UTC(2026, 0, 1) + place * 1_000).toISOString();
    const add = many.map((id, place) => ({ id, addedAt: timeOf(place) }));
    expect((await put(user, { add }).expect(400)).body.code).toBe('VALIDATION');
    const ids = Array.from({ length: 10_000 }, (_, place) => ({ id: place + 1 }));
    expect((await put(user, { add: ids })).status).toBe(413);
    expect((await put(user, { add: [{ id: second }], remove: ids }).expect(413)).body.code).toBeDefined();
    expect(idsOf(await read(user))).toEqual([first]);
    await put(user, { add: add.slice(0, 500) }).expect(200);
    await put(user, { add: [{ id: third }] }).expect(200);
    const kept = idsOf(await read(user));
    expect(kept).toHaveLength(500);
    expect(kept.slice(0, 3)).toEqual([third, first, many[499]]);
    expect(kept.at(-1)).toBe(many[2]);
  });

  it('is for accounts that are not blocked, and ends with the account', async () => {
    await request(shop.app.getHttpServer()).get(WISHLIST).expect(401);
    const user = await shop.signIn();
    await put(user, { add: [{ id: first }] }).expect(200);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [user.userId]);
    await put(user, { add: [{ id: second }] }).expect(403);
    await shop.database.query('UPDATE users SET blocked_at = NULL WHERE id = $1', [user.userId]);
    expect(idsOf(await read(user))).toEqual([first]);
    await deleteNow(shop, user);
    expect(await shop.database.query('SELECT FROM wishlist WHERE user_id = $1', [user.userId])).toEqual([]);
  });
});
