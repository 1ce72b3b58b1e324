import type { INestApplicationContext } from '@nestjs/common';
import { Loop } from '../src/platform/jobs/loop.js';
import { PeriodicJobs } from '../src/platform/jobs/periodic.js';

const DAY_MS = 24 * 60 * 60_000;

/** Finds the loop of a periodic job that this app runs. */
export function findLoop(app: INestApplicationContext, job: string): Loop {
  const loops: unknown = Reflect.get(app.get(PeriodicJobs), 'loops');
  const loop: unknown = loops instanceof Map ? loops.get(job) : undefined;
  if (!(loop instanceof Loop)) throw new Error(`No loop runs ${job}.`);
  return loop;
}

/**
 * Runs a periodic job as the app does and waits for its end, including a run that had begun before, which a second
 * one would not wait for. @throws Error if the run fails
 */
export async function runJob(app: INestApplicationContext, job: string): Promise<void> {
  const loop = findLoop(app, job);
  await loop.waitUntilIdle();
  const { failures } = loop;
  loop.wake();
  await loop.waitUntilIdle();
  if (loop.failures > failures) throw new Error(`${job} failed.`);
}

/** Runs jobs once and sets their period to a day, because their polls would hide a missing wake-up. */
export async function disablePolling(
  app: INestApplicationContext,
  ...jobs: readonly string[]
): Promise<void> {
  for (const job of jobs) {
    const loop = findLoop(app, job);
    await loop.stop();
    Reflect.set(loop, 'everyMs', DAY_MS);
    loop.start();
    await loop.waitUntilIdle();
  }
}
