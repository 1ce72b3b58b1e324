import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { z } from 'zod';

/** Interval of samples, ms. */
const SAMPLE_INTERVAL_MS = 50;
/** Number of steps of a fixed piece of work, and their time on an idle machine, ms. */
const STEPS = 400_000;
const WORK_MS = 1.8;
/** Reads the number of runnable threads in `/proc/loadavg`, without the reader's own. */
const runnableThreads = z
  .string()
  .regex(/^\S+ \S+ \S+ \d+\/\d+ /)
  .transform((text) => Number(text.split(' ')[3]?.split('/')[0]) - 1);

/**
 * Estimates how long `act` would take on an idle machine, ms: the elapsed time, divided by the number of threads per
 * core and by the core's slowdown, which fixed pieces of work measure.
 */
export async function estimateIdleMs(act: () => Promise<unknown>): Promise<number> {
  const threads: number[] = [];
  const works: number[] = [];
  let sampling: Promise<unknown> = Promise.resolve();
  const takeSample = (): void => {
    works.push(measureWorkMs());
    sampling = readFile('/proc/loadavg', 'utf8').then(
      (text) => threads.push(runnableThreads.parse(text)),
      () => undefined,
    );
  };
  const timer = setInterval(takeSample, SAMPLE_INTERVAL_MS);
  const startedAt = performance.now();
  try {
    takeSample();
    await act();
    const tookMs = performance.now() - startedAt;
    await sampling;
    const waiting = Math.max(1, computeMean(threads) / availableParallelism());
    return tookMs / waiting / Math.max(1, Math.min(...works) / WORK_MS);
  } finally {
    clearInterval(timer);
  }
}

function measureWorkMs(): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let n = 0; n < STEPS; n += 1) sum = (sum * 31 + n) % 65_521;
  if (sum < 0) throw new Error('a remainder is not negative');
  return performance.now() - startedAt;
}

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
