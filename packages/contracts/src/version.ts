/** Version of the shop, which is sent to the services that it calls; equals the version in every `package.json`. */
export const SHOP_VERSION = '0.9.0';

/** User-Agent header of calls to Discord: `DiscordBot (address, version)`; without it, Discord may block the caller. */
export function discordUserAgent(publicUrl: string): string {
  return `DiscordBot (${publicUrl}, ${SHOP_VERSION})`;
}
