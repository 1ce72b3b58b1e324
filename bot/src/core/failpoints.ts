/** Points at which fault tests can kill the bot, named after what was done just before (OWN-134). */
export const FAILPOINTS = [
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
  /** What a person asked for is done, the person has no answer. */
  'bot.acted',
  /** Discord has the commands, the backend does not know. */
  'bot.listed',
  /** The lease is renewed. */
  'bot.renewed',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** A point, and the passing at which the process is killed. */
export interface ArmedFailpoint {
  readonly point: Failpoint;
  readonly passing: number;
}

/** `bot.claimed=kill` kills at the first passing, `bot.claimed=kill@3` at the third. */
const ENTRY_PATTERN = /^([\w.-]+)=kill(?:@([1-9]\d{0,3}))?$/;
/** Prefix of the bot's points; the backend reads the same setting for the others. */
const BOT_PREFIX = 'bot.';

const remaining = new Map<Failpoint, number>();

/**
 * Reads FAILPOINTS: entries with commas in between, those of the backend left out.
 * @returns undefined when an entry is wrong or names a point that does not exist
 */
export function readFailpoints(text: string): ArmedFailpoint[] | undefined {
  const armed: ArmedFailpoint[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, name = '', passing = '1'] = ENTRY_PATTERN.exec(entry) ?? [];
    const point = FAILPOINTS.find((one) => one === name);
    if (point !== undefined) armed.push({ point, passing: Number(passing) });
    else if (name === '' || name.startsWith(BOT_PREFIX)) return undefined;
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
