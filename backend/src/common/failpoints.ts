/** Points at which fault tests can kill the backend, named after what was done just before (OWN-116). */
export const FAILPOINTS = [
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
export type Failpoint = (typeof FAILPOINTS)[number];

/** A point, and the passing at which the process is killed. */
export interface ArmedFailpoint {
  readonly point: Failpoint;
  readonly passing: number;
}

/** `relay.numbered=kill` kills at the first passing, `relay.numbered=kill@3` at the third. */
const ENTRY_PATTERN = /^([\w.-]+)=kill(?:@([1-9]\d{0,3}))?$/;
/** Prefix of the bot's points; the bot reads the same setting. */
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

/** Marks a point. Kills the process when the point is armed for this passing. */
export function failpoint(point: Failpoint): void {
  const passings = remaining.get(point);
  if (passings === undefined) return;
  remaining.set(point, passings - 1);
  // SIGKILL behaves like a power cut: nothing is flushed or closed.
  if (passings === 1) process.kill(process.pid, 'SIGKILL');
}
