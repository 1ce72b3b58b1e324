import type { ErrorCode } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import type { Language } from '../src/commands/command.js';
import type { Words } from './action-words.js';
import type { LiveBot, Outcome } from './live-bot.js';

/** Who acts: a customer with an account, staff, somebody without an account, a blocked account. */
export const PEOPLE = {
  buyer: 'coalheart',
  staff: 'mira.staff',
  stranger: 'lumen_oak',
  blocked: 'tinkerfox',
} as const;
/** The public channel. */
export const GENERAL_CHANNEL = '1184303579969069076';
export type Person = keyof typeof PEOPLE;
export const discordIdFor = (who: Person): string =>
  discordWorld.users.find(({ username }) => username === PEOPLE[who])?.id ?? '';

/** How an action is used, once a person has reached it: a command, or a component or window of a message. */
export type Target =
  | { use: 'command'; name: string; options: Record<string, string | number> }
  | { use: 'press'; message: string; id: string; channel?: string }
  | { use: 'choose'; message: string; id: string; values: string[]; channel?: string }
  | { use: 'fill'; interaction: string; values: Record<string, string | string[]> };

export interface ActionRow {
  /** Who may; a customer unless given. */
  role?: 'staff';
  findTarget: (bot: LiveBot, language: Language) => Promise<Target>;
  expectedText: (words: Words) => string;
  /** What somebody without an account or right is told; what everybody is told unless given. */
  strangerText?: (words: Words) => string;
  /** What a blocked account is told; what everybody is told unless given. */
  blockedText?: (words: Words) => string;
  /** The shop refuses with this code, at the call whose path ends so: what is said. */
  refusal?: [path: string, code: ErrorCode, says: (words: Words) => string];
  /** It asks the shop nothing, so a shop that is away changes nothing. */
  needsNoShop?: true;
  /** Doing it twice is doing it once. */
  isRepeatable?: true;
  /** Of a window: what opens it, for anybody, and what is written in it. */
  window?: { opener: (bot: LiveBot) => Promise<Target>; values: Record<string, string | string[]> };
  /** Of a menu: values that it never offered. */
  forgedValues?: readonly string[];
  /** What the action reads of its custom id is nothing, so another one is the same. */
  ignoresArguments?: true;
}

/** Long enough to be handed back. */
export const LONG_TEXT = 'It was a long story, *with* two\nlines.';

export const findCustomIds = (outcome: Outcome): string[] =>
  [...JSON.stringify(outcome.message?.components ?? []).matchAll(/"custom_id":"([^"]+)"/g)].map(
    ([, id = '']) => id,
  );

/** The components of a message that a command's answer has, pressed by its caller. */
export async function findAnswerButton(
  bot: LiveBot,
  user: string,
  name: string,
  wanted: string,
  options: Record<string, string | number> = {},
): Promise<{ use: 'press'; message: string; id: string }> {
  bot.endCooldowns();
  const answer = await bot.command(name, { user, options });
  const id = findCustomIds(answer).find((one) => one.startsWith(`1:${wanted}`));
  if (id === undefined) throw new Error(`/${name} has no ${wanted}: ${JSON.stringify(answer)}`);
  return { use: 'press', message: answer.message?.id ?? '', id };
}

/** Opens a window by a command or a component. */
export async function openWindow(bot: LiveBot, user: string, target: Target): Promise<string> {
  bot.endCooldowns();
  const opened = await useTarget(bot, target, user);
  if (opened.state !== 'modal') throw new Error(`no window: ${JSON.stringify(opened)}`);
  return opened.interaction;
}

/** Uses an action as a person does. */
export async function useTarget(bot: LiveBot, target: Target, user: string): Promise<Outcome> {
  if (target.use === 'command') return bot.command(target.name, { user, options: target.options });
  if (target.use === 'fill') return bot.fill(target.interaction, target.values, user);
  const place = { user, ...(target.channel === undefined ? {} : { channel: target.channel }) };
  if (target.use === 'press') return bot.press(target.message, target.id, place);
  return bot.choose(target.message, target.id, target.values, place);
}

export const commandTarget =
  (name: string, options: Record<string, string | number> = {}) =>
  async (): Promise<Target> => ({ use: 'command', name, options });
