import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Batch } from '@pax/contracts';
import request from 'supertest';
import { messageIdOf, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { countLockWaits } from '../../../test/lock-waits.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { Transactions } from '../../platform/database/transaction.js';
import { anonymisePosts } from './anonymise-posts.js';

describe('a post that changes while the bot reports on its message (OWN-109)', () => {
  let shop: DiscordShop;
  let admin: SignedIn;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop({ RATE_LIMIT_FACTOR: '100' });
    admin = await signIn(shop, { admin: true });
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const openTicket = async (): Promise<number> => {
    const text = { name: 'Ann', email: 'ann@example.org', subject: 'Where?', message: 'Help' };
    const { body } = await request(shop.app.getHttpServer())
      .post('/api/support-tickets')
      .send({ ...text, priority: 'low' })
      .expect(201);
    await shop.relayed();
    return body.id;
  };
  const countDeadlocks = async (): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query(
      `SELECT pg_stat_force_next_flush(), deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    return row?.n ?? Number.NaN;
  };
  const waitForWaits = (n: number) =>
    until(
      () => countLockWaits(shop),
      (count) => count >= n,
    );
  /** Holds a message while the bot's call and then a change of its posts wait for it. @returns the bot's status */
  const meet = async (
    { id }: Batch,
    call: () => Promise<number>,
    change: () => Promise<unknown>,
  ): Promise<number> => {
    const holder = shop.database.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('SELECT FROM post_batches WHERE id = $1 FOR UPDATE', [id]);
      const answer = call();
      await waitForWaits(1);
      const changed = change();
      await waitForWaits(2);
      await holder.rollbackTransaction();
      await changed;
      return await answer;
    } finally {
      await holder.release();
      await shop.relayed();
    }
  };

  const report = async (batch: Batch): Promise<number> => {
    const sent = { fence, messageId: messageIdOf(batch) };
    return (await shop.call(`/posts/batches/${batch.id}/report`, sent)).status;
  };
  const CALLS: Record<string, { isFrozen: boolean; call: (batch: Batch) => Promise<number> }> = {
    'was sent': { isFrozen: true, call: report },
    'was refused': {
      isFrozen: true,
      call: async ({ id }) =>
        (await shop.call(`/posts/batches/${id}/reject`, { fence, reason: 'too long' })).status,
    },
    'is claimed again': {
      isFrozen: false,
      call: async () => (await shop.call('/posts/claim', { channel: 'tickets', fence })).status,
    },
    'goes to another bot': {
      isFrozen: false,
      call: async () => {
        await shop.lapse();
        fence = await shop.takeLease('bot-two-2');
        return 200;
      },
    },
  };

  it.each(Object.entries(CALLS))('is a ticket’s, and %s', async (_, { isFrozen, call }) => {
    const ticketId = await openTicket();
    const batch = await shop.claim('tickets', fence);
    if (isFrozen) await shop.register(batch, fence);
    const before = await countDeadlocks();
    const take = async () => {
      await admin.agent.put(`/api/support-tickets/${ticketId}`).send({ status: 'in_progress' }).expect(200);
    };
    expect(await meet(batch, () => call(batch), take)).toBeLessThan(300);
    expect(await countDeadlocks()).toBe(before);
    const [post] = await shop.database.query(
      `SELECT content -> 'ticket' ->> 'status' AS status FROM posts WHERE id = $1`,
      [batch.posts[0]?.id],
    );
    expect(post).toEqual({ status: 'in_progress' });
    while ((await shop.postStates('tickets')).some((state) => state === 'pending' || state === 'claimed'))
      await shop.send('tickets', fence);
  });

  it('is an order’s of an account that is erased, and was sent', async () => {
    const orderIds = [await shop.order(), await shop.order()];
    const batch = await shop.claim('orders', fence);
    await shop.register(batch, fence);
    const before = await countDeadlocks();
    const erased = { orderIds, eventIds: [], friendOrderIds: [], username: 'deleted-1' };
    const erase = () => shop.app.get(Transactions).run((tx) => anonymisePosts(tx, erased));
    expect(await meet(batch, () => report(batch), erase)).toBe(204);
    expect(await countDeadlocks()).toBe(before);
    const names = await shop.database.query(
      `SELECT content -> 'order' ->> 'username' AS name FROM posts WHERE batch_id = $1`,
      [batch.id],
    );
    expect(names).toEqual([{ name: 'deleted-1' }, { name: 'deleted-1' }]);
    expect((await shop.claimEdit('orders', fence))?.batchId).toBe(batch.id);
  });
});
