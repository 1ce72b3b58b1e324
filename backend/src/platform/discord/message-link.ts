interface MessagePlace {
  /** Id of the Discord server; `@me` for a direct message. */
  guildId: string | undefined;
  channelId: string | null | undefined;
  messageId: string | null;
}

/**
 * Builds the address at which a message opens in Discord.
 * @param webUrl the setting `DISCORD_WEB_URL`
 * @returns null while server, channel or message is unknown
 */
export function buildMessageLink(
  webUrl: string,
  { guildId, channelId, messageId }: MessagePlace,
): string | null {
  if (guildId === undefined || !channelId || messageId === null) return null;
  return `${webUrl.replace(/\/$/, '')}/channels/${guildId}/${channelId}/${messageId}`;
}
