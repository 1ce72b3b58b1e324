import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js';
import { LimitAnswers } from './limit-answers.js';
import { RouteLimits } from './route-limits.js';

/**
 * HTTP options of the library. No retries, because a repeated message needs its own lease and nonce; no waits for
 * channel limits, because the bot waits between claims. `routes` lives as long as the process.
 */
export function restOptions(
  apiUrl: string,
  userAgent: string,
  routes = new RouteLimits(),
): Partial<RESTOptions> {
  const limits = new LimitAnswers();
  return {
    api: apiUrl,
    retries: 0,
    timeout: 15_000,
    rejectOnRateLimit: ['/channels', '/users/@me/channels'],
    // The library's user agent cannot be replaced by option; Discord asks for the application's own address.
    makeRequest: async (url, { headers, ...init }) => {
      const named = { ...Object.fromEntries(new Headers(headers)), 'user-agent': userAgent };
      const method = init.method ?? 'GET';
      const makeCall = () => DefaultRestOptions.makeRequest(url, { ...init, headers: named });
      const response = await routes.call(method, url, makeCall);
      return limits.read(`${method} ${url.split('?')[0]}`, response);
    },
  };
}

/** Creates a REST client that needs no gateway. */
export function createRest(apiUrl: string, token: string, userAgent: string, routes?: RouteLimits): REST {
  return new REST({ version: '10', ...restOptions(apiUrl, userAgent, routes) }).setToken(token);
}
