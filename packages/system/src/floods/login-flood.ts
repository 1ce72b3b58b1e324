import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A flood of valid logins from one address. */
export const loginFlood = z.object({
  shopUrl: z.string(),
  usernames: z.array(z.string()),
  password: z.string(),
  /** Simultaneous logins per name. */
  perAccount: z.number().int(),
  /** Number of waves; each begins after the answers of the one before. */
  waves: z.number().int(),
  address: z.string(),
});
export type LoginFlood = z.infer<typeof loginFlood>;

const statuses = z.record(z.string(), z.number());

export interface RunningFlood {
  /** Count per status, once all logins are answered. */
  statusCounts: Promise<Record<string, number>>;
}

/**
 * Starts a flood as a separate process, so that it takes no time from its competitors.
 * @returns once its first call is answered, while the rest of its first wave is processed or waits
 */
export async function startLoginFlood(flood: LoginFlood): Promise<RunningFlood> {
  const file = fileURLToPath(new URL('../../dist/floods/send-logins.js', import.meta.url));
  const child = fork(file, [JSON.stringify(flood)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const gone = new AbortController();
  child.once('exit', () => gone.abort());
  // One iterator for all messages, so that none is lost between two reads.
  const messages = on(child, 'message', { signal: gone.signal });
  await messages.next();
  return { statusCounts: messages.next().then(({ value: [counts] }) => statuses.parse(counts)) };
}
