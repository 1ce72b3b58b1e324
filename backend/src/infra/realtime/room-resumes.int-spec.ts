import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RESUME_LIMIT, type ResumeAnswer } from '@pax/contracts';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { RoomResumes } from './room-resumes.js';
import { StreamStore } from './stream-store.js';

const HEAD = 600;
/** Messages that one caller is given again, and all together, in 20 s. */
const PER_CALLER = 5_000;
const OVER_ALL = 40_000;

describe('what many ask for at once (OWN-383)', () => {
  let shop: TestApp;
  let heads: StreamStore;
  let ranges = 0;
  /** Runs before a read of messages, while its askers wait. */
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
    heads = shop.app.get(StreamStore);
    const range = heads.range.bind(heads);
    heads.range = async (...asked) => {
      ranges += 1;
      await beforeRange();
      return range(...asked);
    };
    await add('shop', 1, HEAD);
  });
  afterAll(() => shop.close());

  it('is read once for all of them, and each gets exactly what it missed', async () => {
    ranges = 0;
    const behind = Array.from({ length: 300 }, (_, n) => n % 20);
    const answers = await Promise.all(behind.map((missed, n) => resume('shop', HEAD - missed, `many-${n}`)));
    expect(answers.map(numbersIn)).toEqual(
      behind.map((missed) => Array.from({ length: missed }, (_, n) => HEAD - missed + 1 + n)),
    );
    // The first of them, whose read had begun, and all others.
    expect(ranges).toBeLessThanOrEqual(2);
  });

  it('holds everything that was there when it was asked for, though a read was under way', async () => {
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

  it('is given to one caller so often and no more, others as before; the same over all', async () => {
    const most = RESUME_LIMIT;
    const since = HEAD + 3 - most;
    const times = async (caller: string, count: number): Promise<boolean[]> =>
      (await Promise.all(Array.from({ length: count }, () => resume('shop', since, caller)))).map(isReset);
    const perCaller = PER_CALLER / most;
    expect(await times('greedy', perCaller)).toEqual(Array.from({ length: perCaller }, () => false));
    expect(await times('greedy', 1)).toEqual([true]);
    // Whoever missed nothing is told so: that costs nothing.
    expect(await resume('shop', HEAD + 3, 'greedy')).toEqual({ messages: [] });
    expect(await times('modest', 1)).toEqual([false]);
    const crowd = await Promise.all(
      Array.from({ length: OVER_ALL / PER_CALLER }, (_, n) => times(`crowd-${n}`, perCaller)),
    );
    const given = crowd.flat().filter((reset) => !reset).length;
    expect(given).toBeLessThan(OVER_ALL / most);
    expect(given).toBeGreaterThan((OVER_ALL - 2 * PER_CALLER) / most - 10);
    expect(await times('late', 1)).toEqual([true]);
  });
});
