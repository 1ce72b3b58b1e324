import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../../../settings.js';
import { HashQueue } from './hash-queue.js';
import { PasswordHasher } from './password-hasher.js';

/** A queue whose works end one by one, as told, and the order in which they began. */
function controlled(limits: { perCaller: number; total: number }) {
  const queue = new HashQueue(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const ask = (caller: string): Promise<string> =>
    queue
      .run(caller, async () => {
        running += 1;
        most = Math.max(most, running);
        begun.push(caller);
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        return 'done';
      })
      .catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'broken'));
  /** Ends works, oldest first, until none is left. */
  const endAll = async (): Promise<void> => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  };
  return { ask, begun, endAll, most: () => most };
}

describe('HashQueue (OWN-23, OWN-340)', () => {
  it('runs two at a time, and refuses with 429 what is more than may wait of one caller', async () => {
    const { ask, endAll, most } = controlled({ perCaller: 3, total: 10 });
    const tries = Array.from({ length: 8 }, () => ask('one'));
    await endAll();
    expect(await Promise.all(tries)).toEqual([
      ...Array.from({ length: 5 }, () => 'done'),
      ...Array.from({ length: 3 }, () => 'RATE_LIMITED'),
    ]);
    expect(most()).toBe(2);
  });

  it('serves callers in round robin', async () => {
    const { ask, begun, endAll } = controlled({ perCaller: 8, total: 20 });
    const tries = [...Array.from({ length: 8 }, () => ask('flood')), ask('a'), ask('b'), ask('a')];
    await endAll();
    await Promise.all(tries);
    expect(begun.slice(0, 8)).toEqual(['flood', 'flood', 'flood', 'a', 'b', 'flood', 'a', 'flood']);
  });

  it('makes room for a newcomer by refusing the last of the longest queue', async () => {
    const { ask, endAll } = controlled({ perCaller: 4, total: 5 });
    const flood = Array.from({ length: 6 }, () => ask('flood'));
    const strangers = ['a', 'b', 'c'].map((caller) => ask(caller));
    await endAll();
    expect(await Promise.all(strangers)).toEqual(['done', 'done', 'done']);
    expect(await Promise.all(flood)).toEqual([
      'done',
      'done',
      'done',
      'done',
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
  });

  it('refuses a newcomer when no queue is longer than its own', async () => {
    const { ask, endAll } = controlled({ perCaller: 4, total: 3 });
    const tries = ['a', 'b', 'c', 'd', 'e', 'f'].map((caller) => ask(caller));
    await endAll();
    expect(await Promise.all(tries)).toEqual(['done', 'done', 'done', 'done', 'done', 'RATE_LIMITED']);
  });

  it('frees the slot when the work fails', async () => {
    const queue = new HashQueue({ perCaller: 0, total: 0 });
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(queue.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(queue.run('one', () => Promise.resolve(1))).resolves.toBe(1);
  });

  it('is as long as RATE_LIMIT_FACTOR allows (OWN-226)', async () => {
    const settings = { DATABASE_URL: 'postgres://shop@db/shop', SESSION_SECRET: 'short', NODE_ENV: 'test' };
    const hasher = new PasswordHasher(readSettings({ ...settings, RATE_LIMIT_FACTOR: '0.25' }));
    const tries = Array.from({ length: 6 }, () => hasher.hash('a password', 'one'));
    const ends = (await Promise.allSettled(tries)).map(({ status }) => status);
    // Two run, and two of the eight may wait.
    expect(ends).toEqual([...Array.from({ length: 4 }, () => 'fulfilled'), 'rejected', 'rejected']);
  });
});
