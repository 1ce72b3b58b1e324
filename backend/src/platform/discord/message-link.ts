interface MessagePlace {
  /** `@me` for a direct message. */
  guildId: string | undefined;
  channelId: string | null | undefined;
  messageId: string | null;
}

/**
 * Address of a message in Discord's client, for people to follow.
 * @param webUrl the setting `DISCORD_WEB_URL` @returns null while a part of the place is unknown
 */
export function messageLink(webUrl: string, { guildId, channelId, messageId }: MessagePlace): string | null {
  if (guildId === undefined || !channelId || messageId === null) return null;
  return `${webUrl.replace(/\/$/, '')}/channels/${guildId}/${channelId}/${messageId}`;
}
