/**
 * Points at which the backend can be told to die, so that specs can show what a death there leaves behind (OWN-116):
 * - `place.committed`: goods are held, the provider was not asked yet
 * - `session.made`: the provider made its session, the shop did not store it yet
 * - `webhook.stored`: a provider's message is in the inbox, nothing was set in motion
 * - `webhook.before-answer`: it is being worked off, the provider was not answered
 * - `webhook.applied`: its effects are committed, the message still counts as waiting
 * - `settle.before-commit`, `settle.after-commit`: money becomes orders
 * - `relay.before-commit`: events are numbered, but not for good
 * - `relay.numbered`: they are, and nobody was told
 * - `queue.notified`: the bot's doorbell is in the queue
 */
export const FAILPOINTS = [
  'place.committed',
  'session.made',
  'webhook.stored',
  'webhook.before-answer',
  'webhook.applied',
  'settle.before-commit',
  'settle.after-commit',
  'relay.before-commit',
  'relay.numbered',
  'queue.notified',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** A point, and at which of its passings the process dies. */
export interface ArmedFailpoint {
  readonly point: Failpoint;
  readonly passing: number;
}

/** `relay.numbered=kill` dies at the first passing, `relay.numbered=kill@3` at the third. */
const ENTRY_PATTERN = /^([\w.-]+)=kill(?:@([1-9]\d{0,3}))?$/;
/** The bot reads the same setting and looks after these. */
const BOT_PREFIX = 'bot.';

const remaining = new Map<Failpoint, number>();

/**
 * Reads FAILPOINTS: entries with commas in between, those of the bot left out.
 * @returns undefined when an entry is wrong or names a point that does not exist
 */
export function readFailpoints(text: string): ArmedFailpoint[] | undefined {
  const armed: ArmedFailpoint[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, name = '', passing = '1'] = ENTRY_PATTERN.exec(entry) ?? [];
    const point = FAILPOINTS.find((one) => one === name);
    if (point !== undefined) armed.push({ point, passing: Number(passing) });
    else if (name === '' || !name.startsWith(BOT_PREFIX)) return undefined;
  }
  return armed;
}

/** Arms these points in place of all that were armed. */
export function armFailpoints(armed: readonly ArmedFailpoint[]): void {
  remaining.clear();
  for (const { point, passing } of armed) remaining.set(point, passing);
}

/** The process is here. Does nothing unless the point is armed; then it may be the last that the process does. */
export function failpoint(point: Failpoint): void {
  const passings = remaining.get(point);
  if (passings === undefined) return;
  remaining.set(point, passings - 1);
  // As a power cut would: nothing is flushed, closed or told.
  if (passings === 1) process.kill(process.pid, 'SIGKILL');
}
