import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js';

/**
 * How the library speaks HTTP. It retries nothing: a repeated message must go out under its own lease and nonce.
 * It waits for no limit below a channel: waiting happens between leases (OWN-138).
 */
export function restOptions(apiUrl: string, userAgent: string): Partial<RESTOptions> {
  return {
    api: apiUrl,
    retries: 0,
    timeout: 15_000,
    rejectOnRateLimit: ['/channels'],
    // The library names itself and lets nobody replace that; Discord asks for the application's own address.
    makeRequest: (url, { headers, ...init }) =>
      DefaultRestOptions.makeRequest(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(headers)), 'user-agent': userAgent },
      }),
  };
}

/** A REST client of its own, for use without a gateway. */
export function createRest(apiUrl: string, token: string, userAgent: string): REST {
  return new REST({ version: '10', ...restOptions(apiUrl, userAgent) }).setToken(token);
}
