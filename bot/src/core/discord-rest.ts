import { REST, type RESTOptions } from 'discord.js';

/**
 * How the library speaks HTTP. It retries nothing: a repeated message must go out under its own lease and nonce.
 * It waits for no limit below a channel: waiting happens between leases (OWN-138).
 */
export function restOptions(apiUrl: string): Partial<RESTOptions> {
  return { api: apiUrl, retries: 0, timeout: 15_000, rejectOnRateLimit: ['/channels'] };
}

/** A REST client of its own, for use without a gateway. */
export function createRest(apiUrl: string, token: string): REST {
  return new REST({ version: '10', ...restOptions(apiUrl) }).setToken(token);
}
