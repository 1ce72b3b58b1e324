import type { PrivilegedIntent } from '@pax/contracts';
import { GatewayIntentBits } from 'discord.js';

/** Privileged intents that the settings ask for. */
export interface IntentSettings {
  readonly members: boolean;
  readonly messageContent: boolean;
}
export const NO_INTENTS: IntentSettings = { members: false, messageContent: false };

/** The privileged intents of the settings, by their names in Discord's portal. */
export const privilegedOf = ({ members, messageContent }: IntentSettings): PrivilegedIntent[] => [
  ...(members ? (['GuildMembers'] as const) : []),
  ...(messageContent ? (['MessageContent'] as const) : []),
];

/** The intents that the bot requests; privileged ones, which Discord must grant, only when the settings ask for them. */
export const intentsOf = ({ members, messageContent }: IntentSettings): GatewayIntentBits[] => [
  GatewayIntentBits.Guilds,
  ...(members ? [GatewayIntentBits.GuildMembers] : []),
  ...(messageContent ? [GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent] : []),
];
