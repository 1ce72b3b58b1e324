import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SETTINGS, type Settings } from '../../settings.js';

const WINDOW_S = 20;
/** Messages that one caller may resume within a window, before RATE_LIMIT_FACTOR: ten times the longest answer. */
const PER_CALLER = 5_000;
/** Messages that all callers of a process may resume within a window, before RATE_LIMIT_FACTOR. */
const TOTAL = 40_000;

/** Limits resumed messages, because each is serialised anew for each client, which a flood would exploit. */
@Injectable()
export class ResumeBudget {
  private readonly perCaller: RateLimiterMemory;
  private readonly total: RateLimiterMemory;

  constructor(@Inject(SETTINGS) { rateLimitFactor }: Settings) {
    const limiter = (points: number): RateLimiterMemory =>
      new RateLimiterMemory({ points: Math.ceil(points * rateLimitFactor), duration: WINDOW_S });
    this.perCaller = limiter(PER_CALLER);
    this.total = limiter(TOTAL);
  }

  /** Counts messages for a caller. @returns whether they are within the limits */
  async allows(caller: string, messages: number): Promise<boolean> {
    return (await isWithin(this.perCaller, caller, messages)) && isWithin(this.total, 'all', messages);
  }
}

/** Tells whether a count is within a limit. The library rejects with a RateLimiterRes when it is not. */
async function isWithin(limiter: RateLimiterMemory, key: string, points: number): Promise<boolean> {
  return limiter.consume(key, points).then(
    () => true,
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    },
  );
}
