import type { BotLanguage, StaffRight } from '@pax/contracts';
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
  /** With which the answer is written; for the shop alone, where it writes the answer itself. */
  token?: string;
  name: string;
  userId: string;
  /** The name by which Discord knows them. */
  userName: string;
  roleIds: readonly string[];
  language: Language;
  /** Options of a slash command; fields of a modal by their custom ids. */
  options: Readonly<Record<string, string | number>>;
  /** What was written into a window's fields, as it was written, so that it can be handed back. */
  written?: readonly string[];
  /** Addresses at Discord of the files that were added to a window, by the custom ids of its fields. */
  files?: Readonly<Record<string, readonly string[]>>;
  /** Arguments in the custom id of a component or modal, and what was chosen in a select. */
  args: readonly string[];
  /** In the direct messages with the bot, where nobody has roles. */
  isDirect?: boolean;
}

export interface Reply {
  /** The shop wrote the answer itself: nothing more is sent. */
  isAnswered?: true;
  content?: string;
  embeds?: APIEmbed[];
  components?: APIMessageTopLevelComponent[];
  /** Its components are the whole message (Components V2): no content, no embeds. */
  isV2?: boolean;
  /** A window that asks for text instead, from a command or button that is not deferred. */
  modal?: APIModalInteractionResponseCallbackData;
}

/** How the router treats a call before and after it runs. */
export interface Policy {
  /** Whether to defer the reply, since the backend may take longer than Discord's 3 s. */
  defer: boolean;
  /** Only the caller sees the answer. */
  ephemeral: boolean;
  /** To whom it is listed: `staff` to the whole team, else to holders of a right. The backend decides whether one may. */
  permission: 'everyone' | 'staff' | 'admin' | StaffRight;
  /** How long one person waits between two calls, s. */
  cooldownSeconds: number;
  /** The answer takes the place of the message whose component was used. */
  updates?: boolean;
  /** Also in direct messages with the bot. */
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
  /** The least integer; 1 unless given. */
  min?: number;
  description: Localised;
  required?: boolean;
  /** What a text option may be; with them nothing is proposed. */
  choices?: readonly { name: Localised; value: string }[];
  /** Proposals while the option is typed. */
  complete?: Completer;
}

export interface Completion {
  userId: string;
  language: Language;
  /** What is typed so far. */
  text: string;
}
export interface Choice {
  name: string;
  value: string | number;
}
/** What an option proposes; the router bounds time and number. */
export type Completer = (asked: Completion) => Promise<Choice[]>;

/** An action that Discord lists as a command. */
export interface SlashCommand extends Action {
  kind: 'slash';
  description: Localised;
  options: readonly SlashOption[];
}
