import { describe, expect, it } from '@jest/globals';
import { FairQueue, type FairQueueOptions } from './fair-queue.js';
import { ShopError } from './shop-error.js';

const WINDOW_MS = 60_000;

/** A queue whose works end one by one, as told, and the order in which they began. */
function controlled(limits: Partial<FairQueueOptions>) {
  let now = 0;
  const refusal = () => new ShopError('RATE_LIMITED', 'spec');
  const queue = new FairQueue({ atOnce: 2, total: 60, refusal, ...limits }, () => now);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let most = 0;
  const ask = (caller: string, isKnown = false): Promise<string> =>
    queue
      .runTask({ path: caller.split('.'), isKnown }, async () => {
        begun.push(isKnown ? `${caller}!` : caller);
        await new Promise<void>((resolve) => {
          most = Math.max(most, ends.push(resolve));
        });
        return 'done';
      })
      .catch((error: unknown) => (error instanceof ShopError ? error.code : 'broken'));
  const settle = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  const endOne = (): Promise<void> => {
    ends.shift()?.();
    return settle();
  };
  /** Ends works, oldest first, until none is left. */
  const endAll = async (): Promise<void> => {
    await settle();
    while (ends.length > 0) await endOne();
  };
  const pass = (ms: number): void => void (now += ms);
  return { ask, begun, endOne, endAll, settle, pass, most: () => most };
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const outcomes = (done: number, refused: number): string[] => [
  ...times(done, () => 'done'),
  ...times(refused, () => 'RATE_LIMITED'),
];

describe('FairQueue', () => {
  it('runs two at a time, and refuses what is more than may wait of one caller (OWN-23, OWN-344)', async () => {
    const { ask, endAll, most } = controlled({ perCaller: 3, total: 10 });
    const tries = times(8, () => ask('one'));
    await endAll();
    expect(await Promise.all(tries)).toEqual(outcomes(5, 3));
    expect(most()).toBe(2);
  });

  it('serves first who has the least work (OWN-344)', async () => {
    const { ask, begun, endAll } = controlled({ memoryMs: WINDOW_MS });
    const tries = [...times(8, () => ask('flood')), ask('a'), ask('b'), ask('a')];
    await endAll();
    await Promise.all(tries);
    expect(begun.slice(0, 6)).toEqual(['flood', 'flood', 'a', 'b', 'a', 'flood']);
  });

  it('serves a network as one caller, and within it who has the least', async () => {
    const { ask, begun, endAll } = controlled({ memoryMs: WINDOW_MS });
    const crowd = times(6, (n) => ask(`net.${n}`));
    const others = [ask('net.0'), ask('other.1')];
    await endAll();
    await Promise.all([...crowd, ...others]);
    expect(begun).toEqual(['net.0', 'net.1', 'other.1', 'net.2', 'net.3', 'net.4', 'net.5', 'net.0']);
  });

  it('makes room for a newcomer by refusing the last of those who have the most (OWN-344)', async () => {
    const { ask, endAll } = controlled({ perCaller: 4, total: 5 });
    const flood = times(6, () => ask('flood'));
    const strangers = ['a', 'b', 'c'].map((caller) => ask(caller));
    await endAll();
    expect(await Promise.all(strangers)).toEqual(outcomes(3, 0));
    expect(await Promise.all(flood)).toEqual(outcomes(4, 2));
  });

  it('refuses a newcomer when nobody has more', async () => {
    const { ask, endAll } = controlled({ perCaller: 4, total: 3 });
    const tries = ['a', 'b', 'c', 'd', 'e', 'f'].map((caller) => ask(caller));
    await endAll();
    expect(await Promise.all(tries)).toEqual(outcomes(5, 1));
  });

  it('refuses nobody new for a crowd of one network, nor for one that comes again (OWN-344)', async () => {
    const { ask, begun, endOne, endAll, pass } = controlled({ perCaller: 8, total: 60, memoryMs: WINDOW_MS });
    const one = times(70, (n) => ask(`net.${n}`));
    const newcomer = ask('new.1');
    await endOne();
    expect(begun.at(-1)).toBe('new.1');
    await endAll();
    expect(await newcomer).toBe('done');
    expect((await Promise.all(one)).filter((end) => end !== 'done')).toHaveLength(9);
    pass(WINDOW_MS);
    const crowd = (): Promise<string>[] => times(70, (n) => ask(`net${n}.1`));
    const first = crowd();
    await endAll();
    expect(await Promise.all(first)).toEqual(outcomes(62, 8));
    const again = crowd();
    const second = ask('second.1');
    // Members of the crowd that were refused at first are newcomers.
    for (let n = 0; n < 9; n += 1) await endOne();
    expect(begun.slice(-9)).toContain('second.1');
    await endAll();
    expect(await second).toBe('done');
    await Promise.all(again);
  });

  it('gives every second turn to known callers, and refuses none of them for others (OWN-344)', async () => {
    const { ask, begun, endAll } = controlled({ total: 60, memoryMs: WINDOW_MS });
    const crowd = times(70, (n) => ask(`net${n}.1`));
    const known = times(3, (n) => ask(`home.${n}`, true));
    await endAll();
    expect(await Promise.all(known)).toEqual(outcomes(3, 0));
    expect(await Promise.all(crowd)).toEqual(outcomes(62, 8));
    expect(begun.slice(2, 8)).toEqual(['home.0!', 'net2.1', 'home.1!', 'net3.1', 'home.2!', 'net4.1']);
  });

  it('leaves places to others whatever one network does, and waits no longer than allowed (OWN-1219)', async () => {
    const { ask, begun, endAll, settle } = controlled({ atOnce: 4, atOnceOfNetwork: 3, longestMs: 50 });
    const crowd = times(6, (n) => ask(`net.${n}`));
    const other = ask('other.1');
    await settle();
    expect(begun).toEqual(['net.0', 'net.1', 'net.2', 'other.1']);
    expect(await Promise.all(crowd.slice(3))).toEqual(outcomes(0, 3));
    await endAll();
    expect(await Promise.all([...crowd.slice(0, 3), other])).toEqual(outcomes(4, 0));
  });

  it('frees the place when the work fails', async () => {
    const refusal = () => new Error('full');
    const queue = new FairQueue({ atOnce: 2, perCaller: 0, total: 0, refusal });
    const caller = { path: ['one'] };
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(queue.runTask(caller, () => Promise.reject(new Error('broken')))).rejects.toThrow(
        'broken',
      );
    await expect(queue.runTask(caller, () => Promise.resolve(1))).resolves.toBe(1);
  });
});
