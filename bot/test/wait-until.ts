import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds. @throws Error when it does not hold within the deadline */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  what: string,
  deadlineMs = 25_000,
): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await delay(10);
  }
}
