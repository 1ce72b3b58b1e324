import type { ErrorCode } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import type { Language } from '../src/commands/command.js';
import type { Words } from './action-words.js';
import type { LiveBot, Outcome } from './live-bot.js';

/** The people who act: a customer with an account, a staff member, a person without an account, a blocked account. */
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

/** The way in which a person uses an action: a command, or a component or window of a message. */
export type Target =
  | { use: 'command'; name: string; options: Record<string, string | number> }
  | { use: 'menu'; name: string; member: string }
  | { use: 'press'; message: string; id: string; channel?: string }
  | { use: 'choose'; message: string; id: string; values: string[]; channel?: string }
  | { use: 'fill'; interaction: string; values: Record<string, string | string[]> };

export interface ActionCase {
  /** Role of the people who may use it; customers unless given. */
  role?: 'staff';
  findTarget: (bot: LiveBot, language: Language) => Promise<Target>;
  expectedText: (words: Words) => string;
  /** Text for a person without an account or right; `expectedText` unless given. */
  strangerText?: (words: Words) => string;
  /** Text for a blocked account; `expectedText` unless given. */
  blockedText?: (words: Words) => string;
  /** A refusal of the shop: end of the call's path, error code, and the text that people then see. */
  refusal?: [path: string, code: ErrorCode, says: (words: Words) => string];
  /** True when the action makes no call to the shop, so that it works while the shop is unreachable. */
  needsNoShop?: true;
  /** True when repeating the action has no further effect. */
  isRepeatable?: true;
  /** For a window: the target that opens it, and the values that are filled in. */
  window?: { opener: (bot: LiveBot) => Promise<Target>; values: Record<string, string | string[]> };
  /** For a menu: values that it never offered. */
  forgedValues?: readonly string[];
  /** True when the action reads no arguments from its custom id, so that any arguments have the same effect. */
  ignoresArguments?: true;
}

/** A text long enough to be returned to its author after a failure. */
export const LONG_TEXT = 'It was a long story, *with* two\nlines.';

export const findCustomIds = (outcome: Outcome): string[] =>
  [...JSON.stringify(outcome.message?.components ?? []).matchAll(/"custom_id":"([^"]+)"/g)].map(
    ([, id = '']) => id,
  );

/** Runs a command and finds a button of its answer, to be pressed by the caller. */
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
  const opened = await applyTarget(bot, target, user);
  if (opened.state !== 'modal') throw new Error(`no window: ${JSON.stringify(opened)}`);
  return opened.interaction;
}

/** Performs an action as a person does: types a command, presses a button, chooses an option or fills in a window. */
export async function applyTarget(bot: LiveBot, target: Target, user: string): Promise<Outcome> {
  if (target.use === 'command') return bot.command(target.name, { user, options: target.options });
  if (target.use === 'menu') return bot.useMenu(target.name, target.member, user);
  if (target.use === 'fill') return bot.fill(target.interaction, target.values, user);
  const place = { user, ...(target.channel === undefined ? {} : { channel: target.channel }) };
  if (target.use === 'press') return bot.press(target.message, target.id, place);
  return bot.choose(target.message, target.id, target.values, place);
}

export const commandTarget =
  (name: string, options: Record<string, string | number> = {}) =>
  async (): Promise<Target> => ({ use: 'command', name, options });
