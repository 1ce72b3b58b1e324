import type { ResponseLike } from 'discord.js';

/** Largest number of routes remembered, the oldest dropped first; each direct message channel is a separate route. */
const MAX_ROUTES = 1_000;
/** Addresses of calls whose senders wait for the rate limit themselves; for all other calls, discord.js waits. */
const ROUTES_WITH_OWN_WAITS = /\/v\d+(\/channels\/\d+.*|\/users\/@me\/channels)$/;
/** Scope in the refusal of a call that the bot did not make, because it knew that the limit was reached. */
export const KEPT_BY_BOT = 'bot';
/** Largest difference between two answers about the end of the same rate limit window, ms. */
const SAME_WINDOW_MS = 250;

interface RouteLimit {
  limit: number;
  remaining: number;
  /** End of the window in which `remaining` calls are left, ms. */
  resetAt: number;
  inFlight: number;
}

/**
 * Tracks the calls that Discord's answers say are left for each route, because discord.js forgets its count and a new
 * process could exceed a limit that an earlier one nearly reached.
 */
export class RouteRateLimiter {
  private readonly routes = new Map<string, RouteLimit>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Makes a call, or refuses it with a 429 while Discord allows no further calls of its route. */
  async callWithinLimit(
    method: string,
    url: string,
    makeCall: () => Promise<ResponseLike>,
  ): Promise<ResponseLike> {
    const route = getRouteKey(method, url);
    if (route === undefined) return makeCall();
    const known = this.getRouteLimit(route);
    const waitMs = this.getWaitMs(known);
    if (waitMs > 0) return createRateLimitResponse(known.limit, waitMs / 1_000);
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

  private getWaitMs({ limit, remaining, resetAt, inFlight }: RouteLimit): number {
    const untilReset = resetAt - this.now();
    const left = untilReset > 0 ? remaining : limit;
    return left - inFlight > 0 ? 0 : Math.max(0, untilReset);
  }

  /** Reads the rate limit from an answer; a call without an answer counts as made. */
  private readLimit(known: RouteLimit, answer: ResponseLike | undefined): void {
    const readLimitHeader = (name: string): number =>
      Number(answer?.headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
    const [limit, remaining, resetAfterS] = [
      readLimitHeader('limit'),
      readLimitHeader('remaining'),
      readLimitHeader('reset-after'),
    ];
    if (Number.isNaN(limit + remaining + resetAfterS)) {
      if (answer === undefined) known.remaining -= 1;
      return;
    }
    const resetAt = this.now() + resetAfterS * 1_000;
    // Answers may arrive out of order, so within a window only a smaller number of remaining calls is kept.
    const isSameWindow = Math.abs(resetAt - known.resetAt) < SAME_WINDOW_MS;
    known.limit = limit;
    known.remaining = isSameWindow ? Math.min(known.remaining, remaining) : remaining;
    known.resetAt = resetAt;
  }

  private getRouteLimit(route: string): RouteLimit {
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
 * Key of a call's route: method and address, without ids except the channel's; undefined for calls whose limits
 * discord.js handles.
 */
function getRouteKey(method: string, url: string): string | undefined {
  const [, path] = ROUTES_WITH_OWN_WAITS.exec(url.split('?')[0] ?? '') ?? [];
  return path && `${method} ${path.replaceAll(/(?<!^\/channels)\/\d{17,19}/g, '/:id')}`;
}

function createRateLimitResponse(limit: number, waitS: number): Response {
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
