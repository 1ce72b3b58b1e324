import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.js';

/** Tasks that a spec ends by hand. */
function works(count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = Array.from({ length: count }, (_, n) => async (): Promise<number> => {
    begun.push(n);
    await new Promise<void>((resolve) => (ends[n] = resolve));
    return n;
  });
  return { all, begun, end: (n: number) => ends[n]?.() };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('lets so many run at a time, the others in the order in which they came', async () => {
    const places = new Semaphore(2);
    const { all, begun, end } = works(4);
    const answers = all.map((work) => places.run(work));
    await turn();
    expect(begun).toEqual([0, 1]);
    end(1);
    await turn();
    expect(begun).toEqual([0, 1, 2]);
    end(0);
    await turn();
    end(2);
    end(3);
    await expect(Promise.all(answers)).resolves.toEqual([0, 1, 2, 3]);
  });

  it('gives the slot of a failed task to the next', async () => {
    const places = new Semaphore(1);
    const failing = places.run(() => Promise.reject(new Error('no')));
    const next = places.run(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });

  it('is settled when nothing runs or waits', async () => {
    const places = new Semaphore(1);
    await places.settled();
    const { all, end } = works(2);
    for (const work of all) void places.run(work);
    let isSettled = false;
    const settled = places.settled().then(() => (isSettled = true));
    await turn();
    end(0);
    await turn();
    expect(isSettled).toBe(false);
    end(1);
    await settled;
  });
});
