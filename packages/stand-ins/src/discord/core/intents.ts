/** The gateway intents the stand-in knows, as bits. */
export const INTENT = {
  GUILDS: 1 << 0,
  GUILD_MEMBERS: 1 << 1,
  GUILD_INVITES: 1 << 6,
  GUILD_PRESENCES: 1 << 8,
  GUILD_MESSAGES: 1 << 9,
  DIRECT_MESSAGES: 1 << 12,
  MESSAGE_CONTENT: 1 << 15,
} as const;

/** All bits that Discord defines; any other bit makes an IDENTIFY invalid. */
export const KNOWN_INTENTS = 0b11_0011_1111_1111_1111_1111_1111;
