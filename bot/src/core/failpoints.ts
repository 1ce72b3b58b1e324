/**
 * Points at which the bot can be told to die, so that specs can show what a death there leaves behind (OWN-134):
 * - `bot.claimed`: it took posts to send
 * - `bot.registered`: their message is frozen with the backend, Discord knows nothing of it
 * - `bot.accepted`: Discord took the message, the backend does not know
 * - `bot.reported`: the backend knows
 * - `bot.edited`: Discord took an edit, the backend does not know
 */
export const FAILPOINTS = [
  'bot.claimed',
  'bot.registered',
  'bot.accepted',
  'bot.reported',
  'bot.edited',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** A point, and at which of its passings the process dies. */
export interface ArmedFailpoint {
  readonly point: Failpoint;
  readonly passing: number;
}

/** `bot.claimed=kill` dies at the first passing, `bot.claimed=kill@3` at the third. */
const FORM = /^([\w.-]+)=kill(?:@([1-9]\d{0,3}))?$/;
/** Everything else is a point of the backend, which reads the same setting. */
const OWN = 'bot.';

const left = new Map<Failpoint, number>();

/**
 * Reads FAILPOINTS: entries with commas in between, those of the backend left out.
 * @returns undefined when an entry is wrong or names a point that does not exist
 */
export function readFailpoints(text: string): ArmedFailpoint[] | undefined {
  const armed: ArmedFailpoint[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, name = '', passing = '1'] = FORM.exec(entry) ?? [];
    const point = FAILPOINTS.find((one) => one === name);
    if (point !== undefined) armed.push({ point, passing: Number(passing) });
    else if (name === '' || name.startsWith(OWN)) return undefined;
  }
  return armed;
}

/** Arms these points in place of all that were armed. */
export function armFailpoints(armed: readonly ArmedFailpoint[]): void {
  left.clear();
  for (const { point, passing } of armed) left.set(point, passing);
}

/** The process is here. Does nothing unless the point is armed; then it may be the last that the process does. */
export function failpoint(point: Failpoint): void {
  const passings = left.get(point);
  if (passings === undefined) return;
  left.set(point, passings - 1);
  // As a power cut would: nothing is flushed, closed or told.
  if (passings === 1) process.kill(process.pid, 'SIGKILL');
}
