import { Failpoints } from '@pax/contracts/settings';

/** Points in the code at which fault tests can kill the backend, each named after the step just before. */
const FAILPOINTS = [
  /** The goods are held; the provider has not been called yet. */
  'place.committed',
  /** The provider has created its payment session; the shop has not stored it yet. */
  'session.made',
  /** A provider's message is stored in the inbox; nothing else has happened yet. */
  'webhook.stored',
  /** A provider's message is being handled; the provider has no answer yet. */
  'webhook.before-answer',
  /** The effects of a provider's message are committed; the message still counts as unprocessed. */
  'webhook.applied',
  /** The orders are written; the transaction is not committed yet. */
  'settle.before-commit',
  /** The orders are committed. */
  'settle.after-commit',
  /** The undo time of an act ended, and what it earns is booked; the transaction is not committed yet. */
  'act.before-commit',
  /** Events are numbered; the transaction is not committed yet. */
  'relay.before-commit',
  /** Events are numbered and committed; no subscriber is notified yet. */
  'relay.numbered',
  /** The job that wakes the bot is in the post queue. */
  'queue.notified',
  /** Push messages count as being sent; no byte has left yet. */
  'push.sending',
  /** The mail server has taken a mail; the shop has not recorded it yet. */
  'mail.accepted',
] as const;
type Failpoint = (typeof FAILPOINTS)[number];

/** The failpoints of the backend, armed by a setting that the bot reads for its own failpoints too. */
export const failpoints = new Failpoints(FAILPOINTS, (name) => name.startsWith('bot.'));

/** Kills the process here if the failpoint is armed for this time that the code runs through it. */
export function failpoint(point: Failpoint): void {
  // Kills by SIGKILL, which behaves like a power cut: nothing is flushed or closed.
  if (failpoints.shouldKillAt(point)) process.kill(process.pid, 'SIGKILL');
}
