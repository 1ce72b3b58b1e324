/** The shop's version, sent to the services that it calls; equals the version of every `package.json`. */
export const SHOP_VERSION = '0.9.0';

/** User-Agent of calls to Discord: `DiscordBot (address, version)`; without it, Discord may block the caller. */
export function discordUserAgent(publicUrl: string): string {
  return `DiscordBot (${publicUrl}, ${SHOP_VERSION})`;
}
