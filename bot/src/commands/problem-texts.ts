import type { DiscordProblem } from '@pax/contracts';
import type { Language } from './command.js';

/** Short texts of problems with Discord; the status page has the details. */
export const PROBLEM_TEXTS: Record<Language, Record<DiscordProblem, string>> = {
  en: {
    NOT_SET_UP: 'the shop has no Discord server in its settings',
    GUILD_UNKNOWN: "Discord does not know the shop's server",
    TOKEN_REFUSED: "Discord refuses the shop's token",
    DISCORD_AWAY: 'Discord does not answer the shop',
    BOT_AWAY: 'no bot has reported',
    BOT_GATEWAY_AWAY: 'the bot is not connected to Discord',
    BOT_LOGINS_SPENT: 'the bot logged in too often and waits',
    BOT_GUILD_UNKNOWN: 'the bot is no member of the server',
    COMMANDS_FAILED: 'the commands are not registered at Discord',
    LINKED_ROLES_UNKNOWN: 'Discord does not know the fields of linked roles',
    INTENTS_REFUSED: 'Discord does not grant the intents of the settings',
    INTENTS_IDLE: 'an intent is on that does nothing without a welcome channel',
    EVENTS_UNREADABLE: 'the bot set messages of Discord aside',
  },
  de: {
    NOT_SET_UP: 'in den Einstellungen des Shops steht kein Discord-Server',
    GUILD_UNKNOWN: 'Discord kennt den Server des Shops nicht',
    TOKEN_REFUSED: 'Discord lehnt das Token des Shops ab',
    DISCORD_AWAY: 'Discord antwortet dem Shop nicht',
    BOT_AWAY: 'kein Bot hat sich gemeldet',
    BOT_GATEWAY_AWAY: 'der Bot ist nicht mit Discord verbunden',
    BOT_LOGINS_SPENT: 'der Bot hat sich zu oft angemeldet und wartet',
    BOT_GUILD_UNKNOWN: 'der Bot ist nicht auf dem Server',
    COMMANDS_FAILED: 'die Befehle sind bei Discord nicht angemeldet',
    LINKED_ROLES_UNKNOWN: 'Discord kennt die Felder der verknüpften Rollen nicht',
    INTENTS_REFUSED: 'Discord gewährt die Intents der Einstellungen nicht',
    INTENTS_IDLE: 'ein Intent ist an, der ohne Willkommenskanal nichts bewirkt',
    EVENTS_UNREADABLE: 'der Bot hat Nachrichten von Discord übergangen',
  },
};
