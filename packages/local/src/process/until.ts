import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls `probe` every `everyMs` (default 25) until it returns neither `undefined` nor `false`, and returns that.
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
