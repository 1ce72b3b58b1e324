import type { PrivilegedIntent } from '@pax/contracts';
import { GatewayIntentBits } from 'discord.js';

/** Privileged intents that the settings ask for. */
export interface IntentSettings {
  readonly members: boolean;
  readonly messageContent: boolean;
}
export const NO_INTENTS: IntentSettings = { members: false, messageContent: false };

/** The privileged ones among them, by the names of Discord's portal. */
export const privilegedOf = ({ members, messageContent }: IntentSettings): PrivilegedIntent[] => [
  ...(members ? (['GuildMembers'] as const) : []),
  ...(messageContent ? (['MessageContent'] as const) : []),
];

/** What the bot asks of the gateway; without settings nothing that needs Discord's leave. */
export const intentsOf = ({ members, messageContent }: IntentSettings): GatewayIntentBits[] => [
  GatewayIntentBits.Guilds,
  ...(members ? [GatewayIntentBits.GuildMembers] : []),
  ...(messageContent ? [GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent] : []),
];
