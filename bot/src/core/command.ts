import type { APIEmbed } from 'discord.js';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Localised = Record<Language, string>;

/** A person's call, by a slash command or a button, free of the library. */
export interface Call {
  kind: 'slash' | 'button';
  name: string;
  userId: string;
  roleIds: readonly string[];
  language: Language;
  options: Readonly<Record<string, string | number>>;
}

export interface Reply {
  content?: string;
  embeds?: APIEmbed[];
}

/** How the router treats a call before and after it runs. */
export interface Policy {
  /** Say "thinking" first: for everything that asks the backend, so that the answer is never late (OWN-146). */
  defer: boolean;
  /** Only the caller sees the answer. */
  ephemeral: boolean;
  /**
   * `staff`: shown to staff only. Whether a person really may is the backend's decision, made with the act
   * itself: it knows admins and asks Discord for the role.
   */
  permission: 'everyone' | 'staff';
  /** How long one person waits between two calls, s. */
  cooldownSeconds: number;
}

/** Something people can call. */
export interface Action {
  kind: Call['kind'];
  name: string;
  policy: Policy;
  execute(call: Call): Promise<Reply>;
}

export interface SlashOption {
  name: string;
  type: 'text' | 'integer';
  description: Localised;
}

/** An action that Discord lists as a command. */
export interface SlashCommand extends Action {
  kind: 'slash';
  description: Localised;
  options: readonly SlashOption[];
}
