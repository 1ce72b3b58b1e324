import { type ResponseLike, DefaultRestOptions, REST, type RESTOptions } from 'discord.js';
import { z } from 'zod';
import { Backoff } from '../timing.js';
import { KEPT_BY_BOT, RouteRateLimiter } from './route-rate-limiter.js';

/**
 * Discord's error code for too many edits of messages older than an hour: a 429, but waiting for it would delay all
 * other calls.
 */
export const TOO_MANY_OLD_EDITS = 30_046;
/** Scope that the bot writes into each 429 answer of Discord; the library's own refusals have another scope. */
export const ANSWERED_BY_DISCORD = 'discord';
const MAX_ROUTES = 1_000;

const refusalBody = z.looseObject({ code: z.number(), message: z.string() });
const limitBody = z.object({
  code: z.number().optional().catch(undefined),
  retry_after: z.number().min(0).optional().catch(undefined),
});

/**
 * Changes answers so that discord.js handles them correctly: it would repeat a 429 without a wait at once and hide its
 * code. A refusal without Discord's JSON comes from a proxy and counts as no answer.
 */
export class RateLimitNormalizer {
  private readonly backoffs = new Map<string, Backoff>();

  /** @param route method and address of the call */
  async normalizeAnswer(route: string, response: ResponseLike): Promise<ResponseLike> {
    if (response.ok) this.backoffs.delete(route);
    if (response.status < 400 || response.status >= 500) return response;
    if (response.status !== 429) return normalizeRefusal(response);
    const text = await response.text();
    const { code, retry_after: seconds } = limitBody.safeParse(parseJson(text)).data ?? {};
    const headers = new Headers(Object.fromEntries(response.headers));
    if (headers.get('x-ratelimit-scope') !== KEPT_BY_BOT)
      headers.set('x-ratelimit-scope', ANSWERED_BY_DISCORD);
    if (code === TOO_MANY_OLD_EDITS) {
      headers.delete('retry-after');
      return new Response(text, { status: 400, headers });
    }
    if (!(Number(headers.get('retry-after')) > 0))
      headers.set(
        'retry-after',
        String(seconds !== undefined && seconds > 0 ? seconds : this.getNextWaitMs(route) / 1_000),
      );
    return new Response(text, { status: 429, headers });
  }

  private getNextWaitMs(route: string): number {
    const backoff = this.backoffs.get(route) ?? new Backoff({ firstMs: 1_000, maxMs: 60_000 });
    this.backoffs.set(route, backoff);
    const [oldest] = this.backoffs.keys();
    if (this.backoffs.size > MAX_ROUTES && oldest !== undefined) this.backoffs.delete(oldest);
    return backoff.nextWaitMs();
  }
}

/**
 * Turns a refusal without Discord's JSON into a 502, since discord.js drops its token at any 401, even one of a proxy.
 */
async function normalizeRefusal(response: ResponseLike): Promise<ResponseLike> {
  const text = await response.text();
  const { status } = response;
  if (refusalBody.safeParse(parseJson(text)).success)
    return new Response(text, { status, headers: Object.fromEntries(response.headers) });
  return new Response(null, { status: 502, statusText: `status ${status} without Discord's JSON` });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * HTTP options of discord.js: no retries, because a repeated message needs its own lease and nonce, and no waits for
 * limits of channels, because the bot waits between claims. `routes` is kept for the whole process.
 */
export function createRestOptions(
  apiUrl: string,
  userAgent: string,
  routes = new RouteRateLimiter(),
): Partial<RESTOptions> {
  const limits = new RateLimitNormalizer();
  return {
    api: apiUrl,
    retries: 0,
    timeout: 15_000,
    rejectOnRateLimit: ['/channels', '/users/@me/channels'],
    // discord.js has no option to replace its user agent, and Discord requires the address of the application itself.
    makeRequest: async (url, { headers, ...init }) => {
      const named = { ...Object.fromEntries(new Headers(headers)), 'user-agent': userAgent };
      const method = init.method ?? 'GET';
      const makeRestCall = () => DefaultRestOptions.makeRequest(url, { ...init, headers: named });
      const response = await routes.callWithinLimit(method, url, makeRestCall);
      return limits.normalizeAnswer(`${method} ${url.split('?')[0]}`, response);
    },
  };
}

/** Creates a client of Discord's REST API that needs no gateway connection. */
export function createRest(
  apiUrl: string,
  token: string,
  userAgent: string,
  routes?: RouteRateLimiter,
): REST {
  return new REST({ version: '10', ...createRestOptions(apiUrl, userAgent, routes) }).setToken(token);
}
