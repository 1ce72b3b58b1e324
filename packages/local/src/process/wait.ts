import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `probe` every `everyMs` (default 25) until it returns neither `undefined` nor `false`, and returns that value.
 * @throws Error naming `what` after `deadlineMs`
 */
export async function until<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  options: { deadlineMs: number; everyMs?: number; what: string },
): Promise<T> {
  const deadline = Date.now() + options.deadlineMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() >= deadline) {
      throw new Error(`${options.what}: not within ${Math.round(options.deadlineMs / 1000)} s`);
    }
    await delay(options.everyMs ?? 25);
  }
}

/**
 * Like `Promise.all`, but waits for all promises even after a failure, so that no work still runs during cleaning up.
 * @throws the first failure, in the order given
 */
export async function settleAll<T extends readonly unknown[]>(work: {
  [K in keyof T]: Promise<T[K]>;
}): Promise<{ -readonly [K in keyof T]: T[K] }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
