import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks `probe` until it answers something other than `undefined` or `false`, and returns that.
 * @param options `deadlineMs` for the whole wait, `everyMs` between two questions (default 25), `what` for the message
 * @throws Error naming `what` when the deadline passes
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
