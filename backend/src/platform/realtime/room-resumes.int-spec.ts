import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ResumeAnswer } from '@pax/contracts';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { RoomResumes } from './room-resumes.js';
import { StreamStore } from '../outbox/stream-store.js';

const HEAD = 600;
/** Messages that one caller, and all together, may resume in 20 s. */
const PER_CALLER = 5_000;
const TOTAL = 40_000;

describe('RoomResumes with many callers at once (OWN-292)', () => {
  let shop: TestApp;
  let streams: StreamStore;
  let ranges = 0;
  /** Runs before a read of messages, while its callers wait. */
  let beforeRange: () => Promise<void> = async () => undefined;

  const add = async (room: string, from: number, to: number): Promise<void> => {
    await shop.database.query(
      `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
       SELECT $1, n, gen_random_uuid(), 'coins.changed', now(), 1, '{}' FROM generate_series($2::int, $3::int) n`,
      [room, from, to],
    );
    await shop.database.query(
      'INSERT INTO stream_rooms VALUES ($1, $2) ON CONFLICT (room) DO UPDATE SET seq = excluded.seq',
      [room, to],
    );
  };
  const resume = (room: string, since: number, caller: string): Promise<ResumeAnswer> =>
    shop.app.get(RoomResumes).resume(room, since, caller);
  const numbersIn = (answer: ResumeAnswer): number[] =>
    'messages' in answer ? answer.messages.map(({ seq }) => seq) : [];
  const isReset = (answer: ResumeAnswer): boolean => 'reset' in answer;

  beforeAll(async () => {
    shop = await startTestApp({}, { handMade: true });
    streams = shop.app.get(StreamStore);
    const range = streams.readRange.bind(streams);
    streams.readRange = async (...asked) => {
      ranges += 1;
      await beforeRange();
      return range(...asked);
    };
    await add('shop', 1, HEAD);
  });
  afterAll(() => shop.close());

  it('reads once for all of them, and each gets exactly what it missed', async () => {
    ranges = 0;
    const behind = Array.from({ length: 300 }, (_, n) => n % 20);
    const answers = await Promise.all(behind.map((missed, n) => resume('shop', HEAD - missed, `many-${n}`)));
    expect(answers.map(numbersIn)).toEqual(
      behind.map((missed) => Array.from({ length: missed }, (_, n) => HEAD - missed + 1 + n)),
    );
    // One read for the first, which had begun, and one for all others.
    expect(ranges).toBeLessThanOrEqual(2);
  });

  it('answers with everything committed before the request, though a read was under way', async () => {
    let second: Promise<ResumeAnswer> | undefined;
    beforeRange = async () => {
      beforeRange = async () => undefined;
      await add('shop', HEAD + 1, HEAD + 3);
      second = resume('shop', HEAD - 1, 'fresh');
    };
    const first = await resume('shop', HEAD - 1, 'fresh');
    expect(numbersIn(first)).toEqual([HEAD]);
    expect(numbersIn((await second) ?? first)).toEqual([HEAD, HEAD + 1, HEAD + 2, HEAD + 3]);
  });

  it('fails for all of them when Postgres does, and works again', async () => {
    beforeRange = async () => Promise.reject(new Error('away'));
    const asked = await Promise.allSettled([resume('shop', HEAD, 'one'), resume('shop', HEAD, 'two')]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    beforeRange = async () => undefined;
    expect(numbersIn(await resume('shop', HEAD, 'one'))).toHaveLength(3);
  });

  it('limits one caller, not the others, and all callers together', async () => {
    const most = 500;
    const since = HEAD + 3 - most;
    const times = async (caller: string, count: number): Promise<boolean[]> =>
      (await Promise.all(Array.from({ length: count }, () => resume('shop', since, caller)))).map(isReset);
    const perCaller = PER_CALLER / most;
    expect(await times('greedy', perCaller)).toEqual(Array.from({ length: perCaller }, () => false));
    expect(await times('greedy', 1)).toEqual([true]);
    // A caller who missed nothing is answered, since that costs nothing.
    expect(await resume('shop', HEAD + 3, 'greedy')).toEqual({ messages: [] });
    expect(await times('modest', 1)).toEqual([false]);
    const crowd = await Promise.all(
      Array.from({ length: TOTAL / PER_CALLER }, (_, n) => times(`crowd-${n}`, perCaller)),
    );
    const given = crowd.flat().filter((reset) => !reset).length;
    expect(given).toBeLessThan(TOTAL / most);
    expect(given).toBeGreaterThan((TOTAL - 2 * PER_CALLER) / most - 10);
    expect(await times('late', 1)).toEqual([true]);
  });
});
