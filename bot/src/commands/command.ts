import { type BotLanguage, type StaffRight, holdsRight, type RightsHolder } from '@pax/contracts';
import type {
  APIEmbed,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackData,
} from 'discord.js';

export type Language = BotLanguage;
export type Localised = Record<Language, string>;

/** A person's call by slash command, button, select or modal, independent of the library. */
export interface Call {
  kind: 'slash' | 'component' | 'modal';
  /** Discord's id of this call, under which the backend carries it out once. */
  id: string;
  /** Token of the interaction, handed to the shop where the shop writes the answer itself. */
  token?: string;
  name: string;
  userId: string;
  /** The person's name at Discord. */
  userName: string;
  roleIds: readonly string[];
  language: Language;
  /** Options of a slash command; fields of a modal by their custom ids. */
  options: Readonly<Record<string, string | number>>;
  /** The unchanged texts of a window's fields, so that a failed call can hand them back. */
  written?: readonly string[];
  /** Discord's addresses of the files added to a window, by the custom ids of its fields. */
  files?: Readonly<Record<string, readonly string[]>>;
  /** Arguments in the custom id of a component or modal, followed by the values chosen in a select. */
  args: readonly string[];
  /** True in direct messages with the bot, where nobody has roles. */
  isDirect?: boolean;
}

export interface Reply {
  /** Set when the shop wrote the answer itself, so that the bot sends nothing. */
  isAnswered?: true;
  content?: string;
  embeds?: APIEmbed[];
  components?: APIMessageTopLevelComponent[];
  /** True when components are the whole message (Components V2), without content and embeds. */
  isV2?: boolean;
  /** A window to open instead of a message; only for actions that are not deferred. */
  modal?: APIModalInteractionResponseCallbackData;
}

/** How the router treats a call before and after it runs. */
export interface Policy {
  /** True when the reply is deferred, since the backend may take longer than Discord's 3 s. */
  defer: boolean;
  /** True when only the caller sees the answer. */
  ephemeral: boolean;
  /** The people to whom `/help` lists the action; `staff` is the whole team. The backend makes the real check. */
  permission: 'everyone' | 'staff' | 'admin' | StaffRight;
  /** Wait of one person between two calls, s. */
  cooldownSeconds: number;
  /** True when the answer replaces the message whose component was used. */
  updates?: boolean;
  /** True when the action also works in direct messages with the bot. */
  inDirect?: boolean;
}

/** An action people can call. */
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
  /** The only values of a text option; Discord then asks for no proposals. */
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

/** Tells whether an action is listed to a person with these rights. */
export function holdsPermission(holder: RightsHolder, permission: Policy['permission']): boolean {
  if (permission === 'everyone') return true;
  if (permission === 'admin') return holder.role === 'admin';
  return holdsRight(holder, permission === 'staff' ? 'any' : permission);
}

/** A failure whose message is a text for the caller, in the caller's language. */
export class UserFacingError extends Error {}
