import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  claimDirectAnswer,
  type Batch,
  type DirectMessage,
  type EditTask,
  type OrderTransition,
} from '@pax/contracts';
import { orderEvent, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { Transactions } from '../../platform/database/transaction.js';
import { TransitionOrder } from '../../shop/fulfilment/transition-order.js';
import { MarkOverdueOrders } from '../../shop/orders/mark-overdue-orders.js';
import { anonymisePosts } from './anonymise-posts.js';

describe('edits of order posts (OWN-129, OWN-142)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const moveTo = async (orderId: number, ...transitions: OrderTransition[]): Promise<void> => {
    for (const transition of transitions)
      await shop.app.get(TransitionOrder).execute({ orderId, transition, actor: 'spec', role: 'admin' });
    await shop.relayed();
  };
  const statuses = (edit: EditTask | null): string[] =>
    (edit?.posts ?? []).map(({ content }) => (content.kind === 'order' ? content.order.status : ''));
  const report = (edit: EditTask | null, more: object = {}) =>
    shop.call('/posts/edits/report', {
      fence,
      batchId: edit?.batchId,
      editVersion: edit?.editVersion,
      ...more,
    });

  it('show the newest state once for several transitions, while the history has each', async () => {
    const orderId = await shop.order();
    const batch = await shop.send('orders', fence);
    expect(await shop.claimEdit('orders', fence)).toBeNull();
    await moveTo(orderId, 'process', 'complete');
    const edit = await shop.claimEdit('orders', fence);
    expect(edit?.batchId).toBe(batch.id);
    expect(statuses(edit)).toEqual(['completed']);
    expect((await report(edit)).status).toBe(204);
    expect(await shop.claimEdit('orders', fence)).toBeNull();
    expect((await shop.send('history', fence)).posts.map((post) => post.type)).toEqual(['order.completed']);
    await moveTo(orderId, 'archive');
    expect(await shop.claimEdit('history', fence)).toBeNull();
    const last = await shop.claimEdit('orders', fence);
    expect(last?.batchId).toBe(batch.id);
    expect((await report(last)).status).toBe(204);
  });

  it('are never asked for in the history, whatever becomes of the order (OWN-142)', async () => {
    const orderId = await shop.order();
    await shop.send('orders', fence);
    await moveTo(orderId, 'process', 'complete');
    const delivered = await shop.send('history', fence);
    await moveTo(orderId, 'archive');
    const archived = await shop.send('history', fence);
    const told = [...delivered.posts, ...archived.posts].filter(
      ({ content }) => content.kind === 'order' && content.order.id === orderId,
    );
    expect(told.map(({ type }) => type)).toEqual(['order.completed', 'order.archived']);
    await shop.append(orderEvent('order.refunded', orderId, 9));
    expect(await shop.claimEdit('history', fence)).toBeNull();
    const wanted = await shop.database.query('SELECT edit_wanted FROM post_batches WHERE id = ANY($1)', [
      [delivered.id, archived.id],
    ]);
    expect(wanted).toEqual([{ edit_wanted: 0 }, { edit_wanted: 0 }]);
    const [post] = await shop.database.query(
      `SELECT content->'order'->>'status' AS status FROM posts WHERE batch_id = $1 AND order_id = $2`,
      [delivered.id, orderId],
    );
    expect(post).toEqual({ status: 'completed' });
    expect((await shop.send('history', fence)).posts.map(({ type }) => type)).toEqual(['order.refunded']);
    await report(await shop.claimEdit('orders', fence));
  });

  it('take names of a deleted account out of a post that the bot had in hand at that moment (OWN-584)', async () => {
    const orderId = await shop.order();
    await shop.send('orders', fence);
    await moveTo(orderId, 'process', 'complete');
    const claimed = await shop.claim('history', fence);
    const nobody = { orderIds: [orderId], eventIds: [], friendOrderIds: [], username: 'deleted-1' };
    await shop.app.get(Transactions).run((tx) => anonymisePosts(tx, nobody));
    await shop.register(claimed, fence);
    const inFlight = await shop.send('history', fence);
    expect(inFlight.id).toBe(claimed.id);
    const edit = await shop.claimEdit('history', fence);
    expect(edit?.posts.map(({ content }) => content.kind === 'order' && content.order)).toMatchObject([
      { id: orderId, username: 'deleted-1', minecraftName: null },
    ]);
    expect((await report(edit)).status).toBe(204);
    while (await shop.claimEdit('orders', fence)) await report(await shop.claimEdit('orders', fence));
  });

  it('begin with messages of paid orders, since anybody places and withdraws unpaid ones (OWN-726)', async () => {
    const unpaid = await shop.order();
    await shop.send('orders', fence);
    const paid = await shop.order();
    await shop.send('orders', fence);
    await shop.database.query(`UPDATE orders SET payment_status = 'void' WHERE id = $1`, [unpaid]);
    for (const id of [unpaid, paid]) await moveTo(id, 'process');
    for (const id of [paid, unpaid]) {
      const edit = await shop.claimEdit('orders', fence);
      expect(edit?.posts).toMatchObject([{ content: { order: { id } } }]);
      await report(edit);
    }
  });

  it('are requested again when the order changes during an edit', async () => {
    const orderId = await shop.order();
    await shop.send('orders', fence);
    await moveTo(orderId, 'process');
    const first = await shop.claimEdit('orders', fence);
    await moveTo(orderId, 'release');
    await report(first);
    const second = await shop.claimEdit('orders', fence);
    expect(statuses(second)).toEqual(['pending']);
    await report(second);
    // A late repeat of the first edit changes nothing.
    await report(first);
    expect(await shop.claimEdit('orders', fence)).toBeNull();
  });

  it('are requested for a message whose order changed before it was sent', async () => {
    const orderId = await shop.order();
    const batch = await shop.claim('orders', fence);
    await moveTo(orderId, 'process');
    await shop.register(batch, fence);
    expect(await shop.claimEdit('orders', fence)).toBeNull();
    const sent = await shop.send('orders', fence);
    expect(sent.posts).toEqual(batch.posts);
    const edit = await shop.claimEdit('orders', fence);
    expect(statuses(edit)).toEqual(['processing']);
    await report(edit);
  });

  it('that fail are put off, longer each time, while other messages are edited (OWN-140)', async () => {
    const slow = await shop.order();
    await shop.send('orders', fence);
    const other = await shop.order();
    await shop.send('orders', fence);
    await moveTo(slow, 'process');
    await moveTo(other, 'process');
    const first = await shop.claimEdit('orders', fence);
    expect((await report(first, { laterMs: 0 })).status).toBe(204);
    const second = await shop.claimEdit('orders', fence);
    expect(second?.batchId).not.toBe(first?.batchId);
    await report(second);
    expect(await shop.claimEdit('orders', fence)).toBeNull();
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      await report(first, { laterMs: 0 });
      const [row] = await shop.database.query<{ s: number }[]>(
        'SELECT extract(epoch FROM edit_after - clock_timestamp())::float8 AS s FROM post_batches WHERE id = $1',
        [first?.batchId],
      );
      waits.push(Math.ceil(row?.s ?? 0));
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    await report(first, { laterMs: 3_600_000 });
    expect((await report(first, { laterMs: 3_600_001 })).status).toBe(400);
    await shop.database.query(`UPDATE post_batches SET edit_after = '-infinity'`);
    const again = await shop.claimEdit('orders', fence);
    expect(again?.batchId).toBe(first?.batchId);
    await report(again);
    expect(await shop.claimEdit('orders', fence)).toBeNull();
  });

  it.each([
    [58, 'at once'],
    [60, 'together'],
  ])('of many orders in a message %i minutes old are made %s (OWN-136)', async (minutes, how) => {
    const orderIds = [await shop.order(), await shop.order(), await shop.order()];
    const batch = await shop.send('orders', fence);
    expect(batch.posts).toHaveLength(3);
    await shop.database.query(
      `UPDATE post_batches SET sent_at = sent_at - $2 * interval '1 minute' WHERE id = $1`,
      [batch.id, minutes],
    );
    for (const orderId of orderIds.slice(0, 2)) await moveTo(orderId, 'process');
    const atOnce = await shop.claimEdit('orders', fence);
    expect(atOnce === null).toBe(how === 'together');
    if (atOnce) await report(atOnce);
    await moveTo(orderIds[2] ?? 0, 'process');
    let edit: EditTask | null = null;
    await until(
      async () => (edit ??= await shop.claimEdit('orders', fence)),
      (found) => found !== null,
    );
    expect(statuses(edit)).toEqual(['processing', 'processing', 'processing']);
    await report(edit);
    expect(await shop.claimEdit('orders', fence)).toBeNull();
    const [row] = await shop.database.query<{ waited: number }[]>(
      `SELECT extract(epoch FROM edit_after - sent_at)::float8 AS waited FROM post_batches WHERE id = $1`,
      [batch.id],
    );
    expect(row?.waited).toBe(Number.NEGATIVE_INFINITY);
  });

  it('end when the message was deleted', async () => {
    const orderId = await shop.order();
    await shop.send('orders', fence);
    await moveTo(orderId, 'process');
    const edit = await shop.claimEdit('orders', fence);
    await report(edit, { gone: true });
    await moveTo(orderId, 'complete');
    expect(await shop.claimEdit('orders', fence)).toBeNull();
  });

  it('end when the message was deleted though the order changed meanwhile', async () => {
    const orderId = await shop.order();
    await shop.send('orders', fence);
    await moveTo(orderId, 'process');
    const edit = await shop.claimEdit('orders', fence);
    await moveTo(orderId, 'release');
    await report(edit, { gone: true });
    expect(await shop.claimEdit('orders', fence)).toBeNull();
  });

  it('are refused under an old fence', async () => {
    const stale = await shop.call('/posts/edits/claim', { channel: 'orders', fence: fence - 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: 'FENCED' } });
    const orderId = await shop.order();
    await shop.send('orders', fence);
    await moveTo(orderId, 'process');
    const edit = await shop.claimEdit('orders', fence);
    const late = await report(edit, { fence: fence - 1 });
    expect(late).toMatchObject({ status: 409, body: { code: 'FENCED' } });
    expect(await shop.claimEdit('orders', fence)).toEqual(edit);
  });
});

describe('orders past their time (OWN-86)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const change = (orderId: number, columns: string): Promise<unknown> =>
    shop.database.query(`UPDATE orders SET ${columns} WHERE id = $1`, [orderId]);
  const LATE = `due_at = now() - interval '1 minute'`;
  const runJob = async (): Promise<void> => {
    await Promise.all(Array.from({ length: 5 }, () => shop.app.get(MarkOverdueOrders).markOverdueOrders()));
    await shop.relayed();
  };
  const raisedOf = async (): Promise<number[]> => {
    const rows: { id: number }[] = await shop.database.query(
      `SELECT aggregate_id::int AS id FROM outbox_events WHERE type = 'order.overdue' ORDER BY 1`,
    );
    return rows.map(({ id }) => id);
  };

  it('are told of once each, however often and by how many at once they are looked for, and also when taken', async () => {
    const [late, taken, early] = [await shop.order(), await shop.order(), await shop.order()];
    while ((await shop.postStates('orders')).includes('pending')) await shop.send('orders', fence);
    await change(late, LATE);
    await shop.app
      .get(TransitionOrder)
      .execute({ orderId: taken, transition: 'process', actor: 'spec', role: 'admin' });
    await change(taken, LATE);
    await change(early, `due_at = now() + interval '1 minute'`);
    await runJob();
    await runJob();
    expect(await raisedOf()).toEqual([late, taken]);
    const { posts } = await shop.send('orders', fence);
    expect(posts.map(({ type, content }) => [type, content.kind === 'order' && content.order.id])).toEqual([
      ['order.overdue', late],
      ['order.overdue', taken],
    ]);
    await shop.claimNothing('orders', fence);
    const versions = await shop.database.query('SELECT version FROM orders WHERE id = ANY($1) ORDER BY id', [
      [late, taken, early],
    ]);
    expect(versions).toEqual([{ version: 2 }, { version: 3 }, { version: 1 }]);
  });

  it('are all that staff still have to deliver, also where a part was refunded', async () => {
    const due = ['pending', 'processing'].flatMap((status) =>
      ['paid', 'partly_refunded'].map((paid) => `status = '${status}', payment_status = '${paid}', ${LATE}`),
    );
    for (const columns of due) await change(await shop.order(), columns);
    const before = await raisedOf();
    await runJob();
    expect(await raisedOf()).toHaveLength(before.length + due.length);
  });

  it('are not those that nobody has to deliver, and stay told when they are handed back', async () => {
    const before = await raisedOf();
    const idle = [`status = 'completed'`, `status = 'cancelled'`, `status = 'archived'`].concat(
      ['unconfirmed', 'void', 'refunded', 'disputed', 'lost'].map((state) => `payment_status = '${state}'`),
    );
    for (const columns of idle) await change(await shop.order(), `${columns}, ${LATE}`);
    const again = before[0] ?? 0;
    for (const transition of ['process', 'release'] as const)
      await shop.app
        .get(TransitionOrder)
        .execute({ orderId: again, transition, actor: 'spec', role: 'admin' });
    await change(again, LATE);
    await runJob();
    expect(await raisedOf()).toEqual(before);
  });
});

describe('two acts on one order shortly after each other', () => {
  const MESSAGE = '700000000000000001';
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const act = async (id: number, status: 'processing' | 'completed', version: number): Promise<void> => {
    await shop.database.query('UPDATE orders SET status = $2, version = $3 WHERE id = $1', [
      id,
      status,
      version,
    ]);
    await shop.append(orderEvent(`order.${status}`, id, version));
  };
  /** The next direct message, frozen. */
  const frozen = async (): Promise<DirectMessage | null> => {
    const { message } = claimDirectAnswer.parse((await shop.call('/direct-messages/claim', { fence })).body);
    const body = { fence, payload: '{}', channelId: MESSAGE };
    if (message) await shop.call(`/direct-messages/${message.id}/register`, body);
    return message;
  };
  const reportTold = ({ id }: DirectMessage) =>
    shop.call(`/direct-messages/${id}/report`, { fence, outcome: { kind: 'sent', messageId: MESSAGE } });

  it.each([
    ['before it is posted', '310457829164280001'],
    ['while its messages have no id yet', '310457829164280002'],
    ['during its edit', '310457829164280003'],
  ] as const)(
    'end with the second, told %s, in panel, post and direct message (OWN-142)',
    async (when, discordId) => {
      const statuses = ({ posts }: Pick<Batch, 'posts'>): (string | undefined)[] =>
        posts.map(({ content }) => (content.kind === 'order' ? content.order.status : undefined));
      const shown: (string | undefined)[] = [];
      const edit = async (meanwhile?: () => Promise<void>): Promise<boolean> => {
        const task = await shop.claimEdit('orders', fence);
        await meanwhile?.();
        if (!task) return false;
        shown.push(...statuses(task));
        const { batchId, editVersion } = task;
        await shop.call('/posts/edits/report', { fence, batchId, editVersion });
        return true;
      };
      const { userId } = await signIn(shop, { discordId });
      const id = await shop.order();
      await shop.database.query('UPDATE orders SET user_id = $1 WHERE id = $2', [userId, id]);
      const told: DirectMessage[] = [];
      const second = () => act(id, 'completed', 3);
      if (when === 'during its edit') shown.push(...statuses(await shop.send('orders', fence)));
      if (when === 'while its messages have no id yet') {
        const batch = await shop.claim('orders', fence);
        await shop.register(batch, fence);
        shown.push(...statuses(batch));
      }
      await act(id, 'processing', 2);
      if (when === 'before it is posted') await second();
      else {
        const first = await frozen();
        if (!first) throw new Error('nothing is told');
        if (when === 'during its edit') await edit(second);
        else await second();
        await reportTold(first);
        told.push(first);
      }
      while ((await shop.postStates('orders')).some((state) => state !== 'sent'))
        shown.push(...statuses(await shop.send('orders', fence)));
      while (await edit());
      for (let next = await frozen(); next; next = await frozen()) {
        await reportTold(next);
        told.push(next);
      }
      const [panel]: { status: string }[] = await shop.database.query(
        `SELECT data->>'status' AS status FROM stream_messages
          WHERE room = 'admin' AND type LIKE 'order.%' AND data->>'id' = $1 ORDER BY seq DESC LIMIT 1`,
        [id],
      );
      expect([panel?.status, shown.at(-1)]).toEqual(['completed', 'completed']);
      expect(told.at(-1)?.content).toMatchObject({ kind: 'order', order: { id, status: 'completed' } });
      expect(told).toHaveLength(when === 'before it is posted' ? 1 : 2);
    },
  );
});
