import { Failpoints } from '@pax/contracts/settings';

/** Points at which fault tests can kill the backend, named after what was done just before. */
const FAILPOINTS = [
  /** Goods are held, the provider has not been called. */
  'place.committed',
  /** The provider created its session, the shop has not stored it. */
  'session.made',
  /** A provider's message is in the inbox, nothing else has happened. */
  'webhook.stored',
  /** The message is being handled, the provider has no answer yet. */
  'webhook.before-answer',
  /** The message's effects are committed, it still counts as unprocessed. */
  'webhook.applied',
  /** Orders are written, not committed. */
  'settle.before-commit',
  /** Orders are committed. */
  'settle.after-commit',
  /** Events are numbered, not committed. */
  'relay.before-commit',
  /** Events are numbered and committed, no subscriber is notified. */
  'relay.numbered',
  /** The bot's job is in the post queue. */
  'queue.notified',
] as const;
type Failpoint = (typeof FAILPOINTS)[number];

/** The points of this program and its setting; those of the bot read the same setting. */
export const failpoints = new Failpoints(FAILPOINTS, (name) => name.startsWith('bot.'));

/** Marks a point. Kills the process when the point is armed for this passing. */
export function failpoint(point: Failpoint): void {
  // SIGKILL behaves like a power cut: nothing is flushed or closed.
  if (failpoints.shouldKillAt(point)) process.kill(process.pid, 'SIGKILL');
}
