/** The shop's version, as it names itself to the services it calls; that of every `package.json`. */
export const SHOP_VERSION = '0.1.0';

/** How calls to Discord name themselves: `DiscordBot (address, version)`, as Discord asks; others may be cut off. */
export function discordUserAgent(publicUrl: string): string {
  return `DiscordBot (${publicUrl}, ${SHOP_VERSION})`;
}
