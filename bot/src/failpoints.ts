import { Failpoints } from '@pax/contracts/settings';

/** Points at which fault tests can kill the bot; each name tells the step that was just completed. */
const FAILPOINTS = [
  /** Posts are claimed. */
  'bot.claimed',
  /**
   * The message of the posts is stored in the backend and can no longer change; Discord has not received the message.
   */
  'bot.registered',
  /** Discord has accepted the message, but the backend does not know that yet. */
  'bot.accepted',
  /** The backend knows that the message was sent. */
  'bot.reported',
  /** Discord has accepted an edit, but the backend does not know that yet. */
  'bot.edited',
  /** Discord has accepted a direct message, but the backend does not know that yet. */
  'bot.told',
  /** Discord has opened, archived or extended a ticket's thread, but the backend does not know that yet. */
  'bot.threaded',
  /** A person's action was carried out, but the person has not been answered yet. */
  'bot.acted',
  /** Discord has stored the commands, but the backend does not know that yet. */
  'bot.listed',
  /** The lease is renewed. */
  'bot.renewed',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** The bot's failpoints, and the setting that arms them; the setting also contains the backend's failpoints. */
export const failpoints = new Failpoints(FAILPOINTS, (name) => !name.startsWith('bot.'));

/** Marks a failpoint: kills the process when the failpoint is armed for this pass. */
export function passFailpoint(point: Failpoint): void {
  // SIGKILL ends the process like a power cut, without writing or closing anything.
  if (failpoints.shouldKillAt(point)) process.kill(process.pid, 'SIGKILL');
}
