import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buy, buyProducts, onePieceOf, readBalances, withdraw } from '../../../test/buying.js';
import { CRYPTO_SHOP, orderByCrypto } from '../../../test/crypto-shop.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { runJob } from '../../../test/jobs.js';
import { signInFriend } from '../../../test/referral.js';
import { readLoyalty } from '../../../test/rewards.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { Relay } from '../../platform/outbox/relay.js';
import { confirmOrderReceived } from '../orders/unconfirmed-orders.js';

const OTHER_ADMIN_ID = '310457829164285953';

jest.setTimeout(60_000);

/** Moves by which an order gets to where another can be taken back, that move, and what the reverse brings. */
const MOVES = [
  { first: [], move: 'process', status: 'pending', event: 'order.released', audit: 'order.release' },
  {
    first: ['process'],
    move: 'release',
    status: 'processing',
    event: 'order.processing',
    audit: 'order.process',
  },
  { first: [], move: 'complete', status: 'pending', event: 'order.reopened', audit: 'order.reopen' },
  {
    first: ['process'],
    move: 'complete',
    status: 'processing',
    event: 'order.reopened',
    audit: 'order.reopen',
  },
  {
    first: ['complete'],
    move: 'archive',
    status: 'completed',
    event: 'order.unarchived',
    audit: 'order.reopen',
  },
] as const;

describe('taking back the move of an order', () => {
  let shop: Shop;
  let nova: SignedIn;
  let finn: SignedIn;
  beforeAll(async () => {
    shop = await startShop({
      ...DISCORD_SETTINGS,
      ...CRYPTO_SHOP,
      ADMIN_DISCORD_IDS: `${TEST_ADMIN_ID},${OTHER_ADMIN_ID}`,
      UNDO_SECONDS: '60',
    });
    nova = await shop.signIn({ discordId: TEST_ADMIN_ID });
    finn = await shop.signIn({ discordId: OTHER_ADMIN_ID, username: 'Finn Bold' });
  });
  beforeEach(() => endUndoTime());
  afterEach(async () => {
    await endUndoTime();
    await expectSettled(shop);
  });
  afterAll(() => shop.close());

  const move = async (id: number, what: string, by = nova): Promise<number> => {
    const { body } = await by.agent.patch(`/api/admin/orders/${id}/${what}`).send({}).expect(200);
    return body.version;
  };
  const undo = (id: number, version: number, by = nova) =>
    by.agent.post(`/api/admin/orders/${id}/undo`).send({ version });
  const makeDue = (id: number) =>
    shop.database.query('UPDATE undoable_acts SET due_at = done_at WHERE thing = $1', [`order:${id}`]);
  async function endUndoTime(): Promise<void> {
    await shop.database.query('UPDATE undoable_acts SET due_at = done_at');
    // An act ends after the earlier ones on its order.
    await runJob(shop.app, 'settle-acts');
    await shop.app.get(Relay).drain();
  }
  /** Kinds of notices and history posts of an order, in order. */
  const told = async (id: number): Promise<string[]> => {
    await shop.app.get(Relay).drain();
    const rows: { what: string }[] = await shop.database.query(
      `SELECT n.kind AS what FROM notices n JOIN outbox_events e USING (event_id)
        WHERE e.aggregate = 'order' AND e.aggregate_id = $1 ORDER BY n.id`,
      [String(id)],
    );
    const posts: { what: string }[] = await shop.database.query(
      `SELECT 'post of ' || (content #>> '{order,status}') AS what FROM posts WHERE channel = 'history' AND order_id = $1 ORDER BY id`,
      [id],
    );
    return [...rows, ...posts].map(({ what }) => what);
  };
  const eventsOf = async (id: number): Promise<string[]> => {
    const rows: { type: string }[] = await shop.database.query(
      `SELECT type FROM outbox_events WHERE aggregate = 'order' AND aggregate_id = $1 ORDER BY version`,
      [String(id)],
    );
    return rows.map(({ type }) => type);
  };
  const bought = async () => {
    const { buyer, checkout, orders, ids } = await buyProducts(shop);
    return { buyer, checkout, id: orders[0] ?? 0, productId: ids[0] ?? 0 };
  };

  it.each(MOVES)(
    'brings a $move back to $status, as an act of its own (OWN-1561)',
    async ({ first, move: what, status, event, audit }) => {
      const { id } = await bought();
      for (const step of first) await move(id, step);
      await endUndoTime();
      const before = await told(id);
      const { body: seen } = await nova.agent.get(`/api/admin/orders/${id}`).expect(200);
      const version = await move(id, what);
      const { body } = await undo(id, version).expect(200);
      expect(body).toEqual({ ...seen, version: version + 1 });
      expect(body.status).toBe(status);
      expect((await eventsOf(id)).at(-1)).toBe(event);
      const [row]: unknown[] = await shop.database.query(
        'SELECT action, detail FROM audit_log WHERE subject = $1 ORDER BY id DESC LIMIT 1',
        [`order:${id}`],
      );
      expect(row).toEqual({ action: audit, detail: { undone: `order.${what}` } });
      await endUndoTime();
      expect(await told(id)).toEqual(before);
      const { body: again } = await undo(id, version).expect(409);
      expect(again).toMatchObject({ code: 'UNDO_OVER', current: { status, version: version + 1 } });
    },
  );

  it('is seen by buyer and staff at once, both ways', async () => {
    const { buyer, id } = await bought();
    const statusOf = async (): Promise<unknown> =>
      (await buyer.agent.get('/api/orders').expect(200)).body[0].status;
    const version = await move(id, 'complete');
    expect(await statusOf()).toBe('completed');
    await undo(id, version).expect(200);
    expect(await statusOf()).toBe('pending');
    await shop.app.get(Relay).drain();
    const messages: unknown[] = await shop.database.query(
      `SELECT type FROM stream_messages WHERE room IN ('admin', $1) AND type = ANY($2) AND data->>'id' = $3`,
      [`user:${buyer.userId}`, ['order.completed', 'order.reopened'], String(id)],
    );
    expect(messages).toHaveLength(4);
  });

  it('books and tells nothing before the time is over, and all of it once after (OWN-1560)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const productId = await shop.addProduct({ stock: 9, priceCents: 10_000 });
    const { orders } = await buy(friend, onePieceOf(productId));
    const id = orders[0] ?? 0;
    const earned = async () => {
      const { points, pendingPoints, totalSpent } = await readLoyalty(friend);
      return [points, pendingPoints, totalSpent, ...(await readBalances(shop, `credit:${referrer.userId}`))];
    };
    const pending = await earned();
    await move(id, 'complete');
    await runJob(shop.app, 'book-late-earnings');
    await runJob(shop.app, 'settle-acts');
    expect(await earned()).toEqual(pending);
    expect(await told(id)).toEqual([]);
    await endUndoTime();
    const [points, pendingPoints, totalSpent, commission] = await earned();
    expect([points, pendingPoints, totalSpent]).toEqual([pending[1], 0, '95.00']);
    expect(commission).toBeGreaterThan(0);
    expect(await told(id)).toEqual(['delivered', 'post of completed']);
    await endUndoTime();
    expect(await told(id)).toEqual(['delivered', 'post of completed']);
  });

  it('books a completion once that was taken back and made again', async () => {
    const { buyer, id } = await bought();
    await undo(id, await move(id, 'complete')).expect(200);
    await endUndoTime();
    expect((await readLoyalty(buyer)).points).toBe(0);
    await move(id, 'complete');
    await endUndoTime();
    expect((await readLoyalty(buyer)).points).toBe(100);
    expect(await told(id)).toEqual(['delivered', 'post of completed']);
  });

  it('goes back one act after the other, the latest first (OWN-1561)', async () => {
    const { id } = await bought();
    const completed = await move(id, 'complete');
    const archived = await move(id, 'archive');
    const early = await undo(id, completed).expect(409);
    expect(early.body).toMatchObject({
      code: 'STALE',
      current: { status: 'archived', version: archived },
      moved: { action: 'order.archive' },
    });
    const reopened = await undo(id, archived).expect(200);
    expect(reopened.body.status).toBe('completed');
    expect((await undo(id, reopened.body.version).expect(200)).body.status).toBe('pending');
    await endUndoTime();
    expect(await told(id)).toEqual([]);
  });

  it('tells of completing and archiving within the time in order, each as it was', async () => {
    const { id } = await bought();
    await move(id, 'process');
    await move(id, 'complete');
    await move(id, 'archive');
    await endUndoTime();
    expect(await told(id)).toEqual(['taken', 'delivered', 'post of completed', 'post of archived']);
  });

  it('is for who acted or an admin, within the time, and names who moved on (OWN-1561)', async () => {
    const { id } = await bought();
    const taken = await move(id, 'process');
    const completed = await move(id, 'complete', finn);
    expect((await undo(id, taken).expect(409)).body).toMatchObject({
      code: 'STALE',
      moved: { action: 'order.complete', actor: 'Finn Bold' },
    });
    expect((await undo(id, completed, nova).expect(200)).body.status).toBe('processing');
    const again = await move(id, 'complete');
    await makeDue(id);
    expect((await undo(id, again).expect(409)).body).toMatchObject({ code: 'UNDO_OVER' });
    await undo(id, again + 1).expect(409);
    await undo(999_999, 1).expect(404);
  });

  it.each([2, 10])('is done once by %d at once, and either taken back or booked', async (many) => {
    const { buyer, id } = await bought();
    const version = await move(id, 'complete');
    const answers = await Promise.all(Array.from({ length: many }, () => undo(id, version)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const last = await move(id, 'complete');
    await makeDue(id);
    const [, ...late] = await Promise.all([
      runJob(shop.app, 'settle-acts'),
      ...Array.from({ length: many }, () => undo(id, last)),
    ]);
    expect(late.map(({ status }) => status)).toEqual(late.map(() => 409));
    await endUndoTime();
    expect((await readLoyalty(buyer)).points).toBe(100);
  });

  it('is refused after a refund or a cancellation, which is told after the act', async () => {
    const completed = await bought();
    const version = await move(completed.id, 'complete');
    await nova.agent.post(`/api/admin/orders/${completed.id}/refund`).send({ amount: '1.00' }).expect(200);
    expect((await undo(completed.id, version).expect(409)).body).toMatchObject({
      code: 'STALE',
      moved: { action: 'order.refund' },
    });
    expect(await told(completed.id)).toEqual([
      'delivered',
      'refunded',
      'post of completed',
      'post of completed',
    ]);
    const taken = await bought();
    const takenVersion = await move(taken.id, 'process');
    await nova.agent.patch(`/api/admin/orders/${taken.id}/cancel`).send({}).expect(200);
    await undo(taken.id, takenVersion).expect(409);
    expect(await told(taken.id)).toEqual(['taken', 'cancelled', 'post of cancelled']);
    await endUndoTime();
    expect((await readLoyalty(completed.buyer)).points).toBe(90);
    expect((await readLoyalty(taken.buyer)).points).toBe(0);
  });

  it('tells an unpaid order as taken before it tells that it was cancelled', async () => {
    const buyer = await shop.signIn();
    const { orders } = await orderByCrypto(buyer, onePieceOf(await shop.addProduct({ stock: 9 })));
    const id = orders[0] ?? 0;
    await move(id, 'process');
    await nova.agent.patch(`/api/admin/orders/${id}/cancel`).send({}).expect(200);
    await endUndoTime();
    expect(await told(id)).toEqual(['taken', 'cancelled', 'post of cancelled']);
  });

  it('does not tell of a taking that was handed back within the time, unless that is taken back', async () => {
    const { id } = await bought();
    await move(id, 'process');
    const released = await move(id, 'release', finn);
    await makeDue(id);
    await runJob(shop.app, 'settle-acts');
    expect(await told(id)).toEqual([]);
    await undo(id, released, finn).expect(409);

    const taken = await move(id, 'process');
    const { version } = (await undo(id, await move(id, 'release', finn), finn).expect(200)).body;
    await undo(id, taken).expect(409);
    expect((await undo(id, version).expect(200)).body.status).toBe('pending');
    await endUndoTime();
    expect(await told(id)).toEqual([]);

    await move(id, 'process');
    await undo(id, await move(id, 'release'), nova).expect(200);
    await endUndoTime();
    expect(await told(id)).toEqual(['taken']);
  });

  it('cannot take back the basis of a review: one is written once the time is over', async () => {
    const { buyer, id } = await bought();
    const review = () => buyer.agent.put(`/api/orders/${id}/review`).send({ rating: 1, text: '' });
    await move(id, 'complete');
    expect((await review().expect(409)).body).toMatchObject({ code: 'ILLEGAL_MOVE' });
    await makeDue(id);
    await runJob(shop.app, 'settle-acts');
    await review().expect(200);
    await move(id, 'archive');
    await review().expect(200);
  });

  it('cannot take back a delivery that the buyer confirmed', async () => {
    const { buyer, id } = await bought();
    const version = await move(id, 'complete');
    await confirmOrderReceived(shop.database.manager, id, buyer.userId);
    const { body } = await undo(id, version).expect(409);
    expect(body).toMatchObject({ code: 'STALE', current: { status: 'completed', version } });
    await makeDue(id);
  });

  it('keeps an account that could still lose what it earned from being deleted', async () => {
    const { buyer, id } = await bought();
    const obstacles = async (): Promise<unknown> =>
      (await buyer.agent.get('/api/account/own-data').expect(200)).body.obstacles;
    await move(id, 'complete');
    expect(await obstacles()).toEqual(['open_order']);
    await endUndoTime();
    expect(await obstacles()).toEqual([]);
  });

  it('names nobody where what moved the order on was no act about it', async () => {
    const { id } = await bought();
    await move(id, 'complete');
    const { version } = (await undo(id, await move(id, 'archive')).expect(200)).body;
    const raiseVersion = (by: number) =>
      shop.database.query('UPDATE orders SET version = version + $2 WHERE id = $1', [id, by]);
    // As the opening of a dispute does.
    await raiseVersion(1);
    const { body } = await undo(id, version).expect(409);
    expect(body).toMatchObject({ code: 'STALE', current: { version: version + 1 } });
    expect(body).not.toHaveProperty('moved');
    await raiseVersion(-1);
  });

  it('lets the buyer withdraw again what was taken by mistake', async () => {
    const { buyer, checkout, id } = await bought();
    const version = await move(id, 'process');
    await withdraw(buyer, checkout).expect(409);
    await undo(id, version).expect(200);
    await withdraw(buyer, checkout).expect(200);
    expect((await undo(id, version).expect(409)).body).toMatchObject({ code: 'WITHDRAWN' });
    await endUndoTime();
    expect(await told(id)).toEqual(['cancelled', 'post of cancelled']);
  });

  it('does not mark an order overdue before the time is over', async () => {
    const { id } = await bought();
    const version = await move(id, 'process');
    await shop.database.query(`UPDATE orders SET due_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    await runJob(shop.app, 'raise-overdue');
    await undo(id, version).expect(200);
    await runJob(shop.app, 'raise-overdue');
    await until(
      () => eventsOf(id),
      (types) => types.at(-1) === 'order.overdue',
    );
  });

  it('falls due for all at once, also behind many that cannot end', async () => {
    const { id } = await bought();
    await shop.database.query(
      `INSERT INTO undoable_acts (thing, version, act, actor, before, event_ids, due_at)
       SELECT 'order:999999' || n, 2, 'order.complete', 'user:1', '{}', '{}', clock_timestamp()
         FROM generate_series(1, 150) n`,
    );
    await move(id, 'complete');
    await makeDue(id);
    await expect(runJob(shop.app, 'settle-acts')).rejects.toThrow('failed');
    expect(await told(id)).toEqual(['delivered', 'post of completed']);
    await shop.database.query(`DELETE FROM undoable_acts WHERE thing LIKE 'order:999999%'`);
  });

  it('takes many back at once, and says which were refused (OWN-1562)', async () => {
    const { orders } = await buyProducts(shop, 4);
    const moved: { id: number; version: number }[] = [];
    for (const id of orders) moved.push({ id, version: await move(id, 'complete') });
    const [first, second, third, fourth] = orders;
    await move(second ?? 0, 'archive');
    await makeDue(third ?? 0);
    const { body } = await nova.agent
      .post('/api/admin/orders/bulk-undo')
      .send({ orders: [...moved, { id: 999_999, version: 1 }] })
      .expect(200);
    expect(body).toMatchObject([
      { id: first, refusal: null, order: { status: 'pending' } },
      { id: second, refusal: 'STALE', order: { status: 'archived' } },
      { id: third, refusal: 'UNDO_OVER', order: { status: 'completed' } },
      { id: fourth, refusal: null, order: { status: 'pending' } },
      { id: 999_999, refusal: 'NOT_FOUND', order: null },
    ]);
  });
});
