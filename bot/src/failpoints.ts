import { Failpoints } from '@pax/contracts/settings';

/** Points at which fault tests can kill the bot; each is named after the step just completed. */
const FAILPOINTS = [
  /** Posts are claimed. */
  'bot.claimed',
  /** The posts' message is frozen in the backend; Discord has not received it. */
  'bot.registered',
  /** Discord accepted the message; the backend does not know it yet. */
  'bot.accepted',
  /** The message is reported to the backend. */
  'bot.reported',
  /** Discord accepted an edit; the backend does not know it yet. */
  'bot.edited',
  /** Discord accepted a direct message; the backend does not know it yet. */
  'bot.told',
  /** Discord opened or archived a ticket's thread; the backend does not know it yet. */
  'bot.threaded',
  /** A person's action was carried out; the person has no answer yet. */
  'bot.acted',
  /** Discord has the commands; the backend does not know it yet. */
  'bot.listed',
  /** The lease is renewed. */
  'bot.renewed',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** The bot's failpoints and their setting; the backend's failpoints use the same setting. */
export const failpoints = new Failpoints(FAILPOINTS, (name) => !name.startsWith('bot.'));

/** Marks a failpoint. Kills the process when the point is armed and this is the pass it is armed for. */
export function failpoint(point: Failpoint): void {
  // SIGKILL behaves like a power cut: nothing is flushed or closed.
  if (failpoints.shouldKillAt(point)) process.kill(process.pid, 'SIGKILL');
}
