import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RESUME_LIMIT } from '@pax/contracts';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { ForgetMessages } from './forget-messages.js';
import { StreamHeads } from './stream-heads.js';

const HEAD = 12_000;

describe('messages that nobody can be given any more (OWN-291)', () => {
  let shop: TestApp;

  /** A room whose first messages are older than a week. */
  const fill = async (room: string, head: number, old: number): Promise<void> => {
    await shop.database.query('INSERT INTO stream_rooms VALUES ($1, $2)', [room, head]);
    await shop.database.query(
      `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data, created_at)
       SELECT $1, n, gen_random_uuid(), 'user.registered', now(), 1, '{}',
              now() - CASE WHEN n <= $3 THEN interval '8 days' ELSE interval '6 days' END
         FROM generate_series(1, $2) n`,
      [room, head, old],
    );
  };
  const kept = async (room: string): Promise<unknown> => {
    const [row]: unknown[] = await shop.database.query(
      'SELECT min(seq) AS first, max(seq) AS last, count(*) AS count FROM stream_messages WHERE room = $1',
      [room],
    );
    return row;
  };

  beforeAll(async () => {
    shop = await startTestApp();
  });
  // Its books have to be right at the end: the rooms stay dense as far back as they go.
  afterAll(() => shop.close());

  it('are forgotten when they are a week old, and only they, however many there are', async () => {
    await fill('user:1', HEAD, HEAD);
    await fill('user:2', HEAD, 700);
    await fill('user:3', RESUME_LIMIT, RESUME_LIMIT);
    const forget = shop.app.get(ForgetMessages);
    await Promise.all([forget.forget(), forget.forget()]);
    const oldest = HEAD - RESUME_LIMIT + 1;
    expect(await kept('user:1')).toEqual({ first: oldest, last: HEAD, count: RESUME_LIMIT });
    expect(await kept('user:2')).toEqual({ first: 701, last: HEAD, count: HEAD - 700 });
    expect(await kept('user:3')).toEqual({ first: 1, last: RESUME_LIMIT, count: RESUME_LIMIT });

    const heads = shop.app.get(StreamHeads);
    const farthest = await heads.resume('user:1', HEAD - RESUME_LIMIT);
    expect('messages' in farthest && farthest.messages).toHaveLength(RESUME_LIMIT);
    expect(await heads.resume('user:1', HEAD - RESUME_LIMIT - 1)).toEqual({ reset: true, seq: HEAD });
  });
});
