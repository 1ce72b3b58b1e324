import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_RESUMED_MESSAGES } from '@pax/contracts';
import { readFileSync } from 'node:fs';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { PruneStreamMessages } from './delete-stream-messages.js';
import { RoomResumes } from '../realtime/room-resumes.js';

const HEAD = 12_000;

describe('messages too old to be resumed', () => {
  let shop: TestApp;

  /**
   * A room with messages an hour older than a week, and an hour younger.
   * @param old SQL that says of number n whether it is old
   */
  const fill = async (room: string, head: number, old: string): Promise<void> => {
    await shop.database.query('INSERT INTO stream_rooms VALUES ($1, $2)', [room, head]);
    await shop.database.query(
      `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data, created_at)
       SELECT $1, n, gen_random_uuid(), 'user.registered', now(), 1, '{}',
              now() - CASE WHEN ${old} THEN interval '169 hours' ELSE interval '167 hours' END
         FROM generate_series(1, $2) n`,
      [room, head],
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
  // Closing checks the invariants: the rooms stay dense as far back as they go.
  afterAll(() => shop.close());

  it('are deleted when they are a week old, and only they, however many there are', async () => {
    await fill('user:1', HEAD, 'n <= 700');
    await fill('user:2', HEAD, 'true');
    await fill('user:3', MAX_RESUMED_MESSAGES, 'true');
    // A clock was set back, so an older message follows younger ones.
    await fill('user:4', 2_000, 'n <> 300');
    const prune = shop.app.get(PruneStreamMessages);
    await Promise.all([prune.pruneMessages(), prune.pruneMessages()]);
    await prune.pruneMessages();
    const oldest = HEAD - MAX_RESUMED_MESSAGES + 1;
    expect(await kept('user:1')).toEqual({ first: 701, last: HEAD, count: HEAD - 700 });
    expect(await kept('user:2')).toEqual({ first: oldest, last: HEAD, count: MAX_RESUMED_MESSAGES });
    expect(await kept('user:3')).toEqual({
      first: 1,
      last: MAX_RESUMED_MESSAGES,
      count: MAX_RESUMED_MESSAGES,
    });
    expect(await kept('user:4')).toEqual({ first: 300, last: 2_000, count: 1_701 });

    const resumes = shop.app.get(RoomResumes);
    const farthest = await resumes.resume('user:2', HEAD - MAX_RESUMED_MESSAGES, 'spec');
    expect('messages' in farthest && farthest.messages).toHaveLength(MAX_RESUMED_MESSAGES);
    expect(await resumes.resume('user:2', HEAD - MAX_RESUMED_MESSAGES - 1, 'spec')).toEqual({
      reset: true,
      seq: HEAD,
    });
  });

  it('are kept as far back as the invariant demands', () => {
    const invariant = readFileSync(
      new URL('../../../invariants/e3-rooms-are-dense.sql', import.meta.url),
      'utf8',
    );
    expect(invariant).toContain(`r.seq - ${MAX_RESUMED_MESSAGES - 1},`);
  });

  it('are not deleted while the shop shuts down', async () => {
    await fill('user:5', HEAD, 'true');
    const prune = shop.app.get(PruneStreamMessages);
    await prune.pruneMessages(AbortSignal.abort());
    expect(await kept('user:5')).toMatchObject({ first: 1, count: HEAD });
  });
});
