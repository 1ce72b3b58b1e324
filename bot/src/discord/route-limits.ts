import type { ResponseLike } from 'discord.js';

/** Number of routes remembered; the oldest is dropped first. Each direct message channel is a route of its own. */
const MAX_ROUTES = 1_000;
/** Addresses of calls whose senders wait for the limit themselves; for all other calls, the library waits. */
const ROUTES_WITH_OWN_WAITS = /\/v\d+(\/channels\/\d+.*|\/users\/@me\/channels)$/;
/** Scope of a refusal for which Discord was not called. */
export const KEPT_BY_BOT = 'bot';
/** Largest difference between two answers about the end of the same window, ms. */
const SAME_WINDOW_MS = 250;

interface RouteLimit {
  limit: number;
  remaining: number;
  /** End of the window that `remaining` counts in, ms. */
  resetAt: number;
  inFlight: number;
}

/**
 * Tracks the remaining calls of each route by Discord's last answer. The library resets its count when an answer
 * names the route's bucket, so a new process could exceed a limit that an earlier one had almost used up.
 */
export class RouteLimits {
  private readonly routes = new Map<string, RouteLimit>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Makes a call, or refuses it with a 429 while its route has no calls left. */
  async call(method: string, url: string, makeCall: () => Promise<ResponseLike>): Promise<ResponseLike> {
    const route = routeKey(method, url);
    if (route === undefined) return makeCall();
    const known = this.limitFor(route);
    const waitMs = this.waitMs(known);
    if (waitMs > 0) return rateLimitResponse(known.limit, waitMs / 1_000);
    known.inFlight += 1;
    let answer: ResponseLike | undefined;
    try {
      answer = await makeCall();
      return answer;
    } finally {
      known.inFlight -= 1;
      this.readLimit(known, answer);
    }
  }

  private waitMs({ limit, remaining, resetAt, inFlight }: RouteLimit): number {
    const untilReset = resetAt - this.now();
    const left = untilReset > 0 ? remaining : limit;
    return left - inFlight > 0 ? 0 : Math.max(0, untilReset);
  }

  /** Reads the limit from an answer; a call without an answer counts as made. */
  private readLimit(known: RouteLimit, answer: ResponseLike | undefined): void {
    const read = (name: string): number => Number(answer?.headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
    const [limit, remaining, resetAfterS] = [read('limit'), read('remaining'), read('reset-after')];
    if (Number.isNaN(limit + remaining + resetAfterS)) {
      if (answer === undefined) known.remaining -= 1;
      return;
    }
    const resetAt = this.now() + resetAfterS * 1_000;
    // Answers may arrive out of order, so within a window only a smaller remainder counts.
    const isSameWindow = Math.abs(resetAt - known.resetAt) < SAME_WINDOW_MS;
    known.limit = limit;
    known.remaining = isSameWindow ? Math.min(known.remaining, remaining) : remaining;
    known.resetAt = resetAt;
  }

  private limitFor(route: string): RouteLimit {
    const known = this.routes.get(route) ?? {
      limit: Number.POSITIVE_INFINITY,
      remaining: Number.POSITIVE_INFINITY,
      resetAt: 0,
      inFlight: 0,
    };
    this.routes.delete(route);
    this.routes.set(route, known);
    const [oldest] = this.routes.keys();
    if (this.routes.size > MAX_ROUTES && oldest !== undefined) this.routes.delete(oldest);
    return known;
  }
}

/**
 * The key of a call's route: method and address, without ids other than the channel's; undefined where the library
 * waits.
 */
function routeKey(method: string, url: string): string | undefined {
  const [, path] = ROUTES_WITH_OWN_WAITS.exec(url.split('?')[0] ?? '') ?? [];
  return path && `${method} ${path.replaceAll(/(?<!^\/channels)\/\d{17,19}/g, '/:id')}`;
}

function rateLimitResponse(limit: number, waitS: number): Response {
  const body = { message: 'You are being rate limited.', retry_after: waitS, global: false };
  return Response.json(body, {
    status: 429,
    headers: {
      'retry-after': String(waitS),
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': String(waitS),
      'x-ratelimit-scope': KEPT_BY_BOT,
    },
  });
}
