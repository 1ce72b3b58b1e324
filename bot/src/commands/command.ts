import { type BotLanguage, type StaffRight, holdsRight, type RightsHolder } from '@pax/contracts';
import type {
  APIEmbed,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackData,
} from 'discord.js';

export type Language = BotLanguage;
export type Localised = Record<Language, string>;

/** A person's call by slash command, button, select menu or window, in a form independent of discord.js. */
export interface Call {
  kind: 'slash' | 'component' | 'modal';
  /** Discord's id of this call; the backend carries a call out once per id. */
  id: string;
  /** Token of the interaction, passed to the shop when the shop itself writes the answer. */
  token?: string;
  name: string;
  userId: string;
  /** The person's Discord username. */
  userName: string;
  roleIds: readonly string[];
  language: Language;
  /** Options of a slash command; fields of a modal by their custom ids. */
  options: Readonly<Record<string, string | number>>;
  /** The unchanged texts of a window's fields, so that they can be returned after a failed call. */
  written?: readonly string[];
  /** Discord's addresses of files uploaded in a window, by its fields' custom ids. */
  files?: Readonly<Record<string, readonly string[]>>;
  /** Arguments in the custom id of a component or modal, followed by the values chosen in a select. */
  args: readonly string[];
  /** True in direct messages with the bot, where people have no roles. */
  isDirectMessage?: boolean;
}

export interface Reply {
  /** Set when the shop wrote the answer itself, so that the bot sends nothing. */
  isAnswered?: true;
  content?: string;
  embeds?: APIEmbed[];
  components?: APIMessageTopLevelComponent[];
  /** True when components make up the whole message (Components V2), without content or embeds. */
  isV2?: boolean;
  /** A window to open instead of a message; only for actions that do not defer. */
  modal?: APIModalInteractionResponseCallbackData;
}

/** Rules by which the router handles a call before and after it runs. */
export interface Policy {
  /** True when the reply is deferred, since the backend may take longer than Discord's 3 s. */
  defer: boolean;
  /** True when only the caller sees the answer. */
  ephemeral: boolean;
  /** People to whom `/help` lists the action; `staff` is the whole team. The backend makes the real check. */
  permission: 'everyone' | 'staff' | 'admin' | StaffRight;
  /** Wait between two calls of one person, s. */
  cooldownSeconds: number;
  /** True when the answer replaces the message whose component was used. */
  updates?: boolean;
  /** True when the action also works in direct messages with the bot. */
  worksInDirectMessages?: boolean;
}

/** An action that people can call. */
export interface Action {
  kind: Call['kind'];
  name: string;
  policy: Policy;
  execute(call: Call): Promise<Reply>;
}

export interface SlashOption {
  name: string;
  type: 'text' | 'integer';
  /** Smallest integer; 1 unless given. */
  min?: number;
  description: Localised;
  required?: boolean;
  /** The only values of a text option; Discord then requests no proposals. */
  choices?: readonly { name: Localised; value: string }[];
  /** Proposals while the option is typed. */
  complete?: Completer;
}

export interface CompletionRequest {
  userId: string;
  language: Language;
  /** The text typed so far. */
  text: string;
}
export interface Choice {
  name: string;
  value: string | number;
}
/** Finds an option's proposals; the router limits their number and the time. */
export type Completer = (asked: CompletionRequest) => Promise<Choice[]>;

/** An action that Discord lists as a command. */
export interface SlashCommand extends Action {
  kind: 'slash';
  description: Localised;
  options: readonly SlashOption[];
}

/** True when a person with these rights may use an action. */
export function holdsPermission(holder: RightsHolder, permission: Policy['permission']): boolean {
  if (permission === 'everyone') return true;
  if (permission === 'admin') return holder.role === 'admin';
  return holdsRight(holder, permission === 'staff' ? 'any' : permission);
}

/** A failure whose message is shown to the caller, in the caller's language. */
export class UserFacingError extends Error {}
