import type { APIEmbed } from 'discord.js';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Localised = Record<Language, string>;

/** A person's call by slash command or button, independent of the library. */
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
  /** Whether to defer the reply, since the backend may take longer than Discord's 3 s (OWN-146). */
  defer: boolean;
  /** Only the caller sees the answer. */
  ephemeral: boolean;
  /** `staff`: listed to staff only. The backend decides whether a person may, since it knows admins and roles. */
  permission: 'everyone' | 'staff';
  /** How long one person waits between two calls, s. */
  cooldownSeconds: number;
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
  description: Localised;
}

/** An action that Discord lists as a command. */
export interface SlashCommand extends Action {
  kind: 'slash';
  description: Localised;
  options: readonly SlashOption[];
}
