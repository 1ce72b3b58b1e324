import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Right logins that come at once, all from one address. */
export const loginFlood = z.object({
  shopUrl: z.string(),
  usernames: z.array(z.string()),
  password: z.string(),
  /** How many at once with each name. */
  perAccount: z.number().int(),
  /** How often: a wave begins when the one before is answered. */
  waves: z.number().int(),
  address: z.string(),
});
export type LoginFlood = z.infer<typeof loginFlood>;

const statuses = z.record(z.string(), z.number());

export interface RunningFlood {
  /** How often each status came, once all is answered. */
  answered: Promise<Record<string, number>>;
}

/**
 * Starts a flood as a process of its own, so that it takes nothing from those it competes with.
 * @returns once its first call is answered: the others of its first wave are being worked off or wait
 */
export async function startLoginFlood(flood: LoginFlood): Promise<RunningFlood> {
  const file = fileURLToPath(new URL('../../dist/floods/logins.js', import.meta.url));
  const child = fork(file, [JSON.stringify(flood)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const gone = new AbortController();
  child.once('exit', () => gone.abort());
  // One iterator for all messages: none is lost between two of them.
  const messages = on(child, 'message', { signal: gone.signal });
  await messages.next();
  return { answered: messages.next().then(({ value: [counts] }) => statuses.parse(counts)) };
}
