import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A flood of valid log-ins from one address. */
export const loginFlood = z.object({
  shopUrl: z.string(),
  usernames: z.array(z.string()),
  password: z.string(),
  /** Number of simultaneous log-ins per username. */
  perAccount: z.number().int(),
  /** Number of waves; each begins after all log-ins of the previous one were answered. */
  waves: z.number().int(),
  address: z.string(),
});
export type LoginFlood = z.infer<typeof loginFlood>;

const statuses = z.record(z.string(), z.number());

export interface RunningFlood {
  /** Number of answers per status, once all log-ins are answered. */
  statusCounts: Promise<Record<string, number>>;
}

/**
 * Starts a flood as a separate process, so that it takes no time from the calls to compare with.
 * @returns once its first call is answered, while the first wave still waits
 */
export async function startLoginFlood(flood: LoginFlood): Promise<RunningFlood> {
  const file = fileURLToPath(new URL('../../dist/floods/send-logins.js', import.meta.url));
  const child = fork(file, [JSON.stringify(flood)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const gone = new AbortController();
  child.once('exit', () => gone.abort());
  // One iterator reads all messages, so that none is lost between two reads.
  const messages = on(child, 'message', { signal: gone.signal });
  await messages.next();
  return { statusCounts: messages.next().then(({ value: [counts] }) => statuses.parse(counts)) };
}
