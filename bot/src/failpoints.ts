import { Failpoints } from '@pax/contracts/settings';

/** Points at which fault tests can kill the bot, named after what was done just before. */
const FAILPOINTS = [
  /** Posts are claimed. */
  'bot.claimed',
  /** Their message is frozen in the backend, Discord has not received it. */
  'bot.registered',
  /** Discord accepted the message, the backend does not know. */
  'bot.accepted',
  /** The message is reported to the backend. */
  'bot.reported',
  /** Discord accepted an edit, the backend does not know. */
  'bot.edited',
  /** Discord accepted a direct message, the backend does not know. */
  'bot.told',
  /** Discord opened a ticket's thread, or archived it, the backend does not know. */
  'bot.threaded',
  /** The action of a person's call is done, the person has no answer. */
  'bot.acted',
  /** Discord has the commands, the backend does not know. */
  'bot.listed',
  /** The lease is renewed. */
  'bot.renewed',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** The points of this program and its setting; those of the backend read the same setting. */
export const failpoints = new Failpoints(FAILPOINTS, (name) => !name.startsWith('bot.'));

/** Marks a point. Kills the process when the point is armed for this passing. */
export function failpoint(point: Failpoint): void {
  // SIGKILL behaves like a power cut: nothing is flushed or closed.
  if (failpoints.isLast(point)) process.kill(process.pid, 'SIGKILL');
}
