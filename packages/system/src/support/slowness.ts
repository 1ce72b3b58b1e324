import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { z } from 'zod';

/** How often the machine is looked at, ms. */
const EVERY_MS = 50;
/** Steps of a fixed amount of work, and what they take on a machine that does nothing else, ms. */
const STEPS = 400_000;
const WORK_MS = 1.8;
/** Threads that run or wait for a core, by `/proc/loadavg`, without the reader's own. */
const runnable = z
  .string()
  .regex(/^\S+ \S+ \S+ \d+\/\d+ /)
  .transform((text) => Number(text.split(' ')[3]?.split('/')[0]) - 1);

/**
 * Measures something in ms of an idle machine: the clock's, divided by the threads for each core (none are counted
 * without `/proc`) and by how much slower the core is, which the shortest of several equal pieces of work tells.
 */
export async function idleMs(act: () => Promise<unknown>): Promise<number> {
  const threads: number[] = [];
  const works: number[] = [];
  let looking: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    works.push(workMs());
    looking = readFile('/proc/loadavg', 'utf8').then(
      (text) => threads.push(runnable.parse(text)),
      () => undefined,
    );
  };
  const timer = setInterval(look, EVERY_MS);
  const since = performance.now();
  try {
    look();
    await act();
    const tookMs = performance.now() - since;
    await looking;
    const waiting = Math.max(1, mean(threads) / availableParallelism());
    return tookMs / waiting / Math.max(1, Math.min(...works) / WORK_MS);
  } finally {
    clearInterval(timer);
  }
}

function workMs(): number {
  const since = performance.now();
  let sum = 0;
  for (let n = 0; n < STEPS; n += 1) sum = (sum * 31 + n) % 65_521;
  if (sum < 0) throw new Error('a remainder is not negative');
  return performance.now() - since;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
