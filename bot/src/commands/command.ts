import { type BotLanguage, type StaffRight, holdsRight, type RightsHolder } from '@pax/contracts';
import type {
  APIEmbed,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackData,
} from 'discord.js';

export type Language = BotLanguage;
export type Localised = Record<Language, string>;

/** A person's call by a command, button, select menu or modal, in a form independent of discord.js. */
export interface Call {
  kind: 'slash' | 'member' | 'component' | 'modal';
  /** Discord's id of the call; the backend carries out calls with the same id only once. */
  id: string;
  /** Token of the Discord interaction, with which the shop can write the answer itself. */
  token?: string;
  name: string;
  userId: string;
  /** The person's Discord username. */
  userName: string;
  roleIds: readonly string[];
  language: Language;
  /** Typed values by name: options of a slash command, or fields of a modal by custom id. */
  options: Readonly<Record<string, string | number>>;
  /** Texts exactly as typed in a modal, so that a failed call can return them to their author. */
  written?: readonly string[];
  /** Addresses of files uploaded in a modal, by the custom id of the upload field. */
  files?: Readonly<Record<string, readonly string[]>>;
  /** Arguments in the custom id of a component or modal, followed by the values chosen in a select. */
  args: readonly string[];
  /** Reads the components of the message whose component was used, as Discord has them. */
  readMessage?: () => APIMessageTopLevelComponent[];
  /** Discord id of the member whose menu was used. */
  memberId?: string;
  /** True in direct messages with the bot, where people have no roles. */
  isDirectMessage?: boolean;
}

export interface Reply {
  /** True when the shop has already written the answer, so that the bot sends nothing. */
  isAnswered?: true;
  content?: string;
  embeds?: APIEmbed[];
  components?: APIMessageTopLevelComponent[];
  /** True when the message consists of components only (Components V2), without content or embeds. */
  isV2?: boolean;
  /** A modal to open instead of sending a message; only for actions that answer at once. */
  modal?: APIModalInteractionResponseCallbackData;
}

/** Rules that the router applies to an action: who may call it, how often, and how the answer is shown. */
export interface Policy {
  /** True when Discord is asked to wait for the reply, since the backend may take longer than Discord's 3 s. */
  defer: boolean;
  /** True when only the caller sees the answer. */
  ephemeral: boolean;
  /**
   * Group of people to whom `/help` lists the action; `staff` is the whole team. The backend checks the permission
   * itself.
   */
  permission: 'everyone' | 'staff' | 'admin' | StaffRight;
  /** Shortest time between two calls of the action by one person, s. */
  cooldownSeconds: number;
  /** True when the answer replaces the message whose component was used. */
  updates?: boolean;
  /** True when the action also works in direct messages with the bot. */
  worksInDirectMessages?: boolean;
}

/** An action that people can start with a command, button, menu or modal. */
export interface Action {
  kind: Call['kind'];
  name: string;
  policy: Policy;
  execute(call: Call): Promise<Reply>;
}

export interface SlashOption {
  name: string;
  type: 'text' | 'integer';
  /** Smallest integer that the option accepts; default: 1. */
  min?: number;
  description: Localised;
  required?: boolean;
  /** Fixed list of values for a text option; Discord then asks for no suggestions. */
  choices?: readonly { name: Localised; value: string }[];
  /** Finds suggestions while a person types the option. */
  complete?: Completer;
}

export interface CompletionRequest {
  userId: string;
  language: Language;
  /** Text that the person has typed so far. */
  text: string;
}
export interface Choice {
  name: string;
  value: string | number;
}
/** Time limit for finding suggestions, ms: Discord waits 3 s. */
export const SUGGESTIONS_TIMEOUT_MS = 2_000;
/** Finds suggestions for a command option; the router limits their number and the time. */
export type Completer = (asked: CompletionRequest) => Promise<Choice[]>;

/** An action that Discord lists as a command. */
export interface SlashCommand extends Action {
  kind: 'slash';
  description: Localised;
  options: readonly SlashOption[];
}

/** An action in the menu that Discord shows for a member; its name is the English label. */
export interface MemberCommand extends Action {
  kind: 'member';
  label: Localised;
}

/** Discord's ids of the registered commands by name, which differ between the server and direct messages. */
export interface CommandIds {
  server: ReadonlyMap<string, string>;
  direct: ReadonlyMap<string, string>;
}

/** True when a person with the given rights may use an action. */
export function holdsPermission(holder: RightsHolder, permission: Policy['permission']): boolean {
  if (permission === 'everyone') return true;
  if (permission === 'admin') return holder.role === 'admin';
  return holdsRight(holder, permission === 'staff' ? 'any' : permission);
}

/** An error whose message is shown to the caller, in the caller's language. */
export class UserFacingError extends Error {}
