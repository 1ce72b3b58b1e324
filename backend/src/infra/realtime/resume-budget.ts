import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SETTINGS, type Settings } from '../../settings.js';

const WINDOW_S = 20;
/** Messages that one caller's pages are given again within a window, before RATE_LIMIT_FACTOR: ten times the longest answer. */
const PER_CALLER = 5_000;
/** And all callers of a process together. */
const OVER_ALL = 40_000;

/** How many messages may be given again: each is put into words for each asker anew, which is what a flood lives on. */
@Injectable()
export class ResumeBudget {
  private readonly perCaller: RateLimiterMemory;
  private readonly overAll: RateLimiterMemory;

  constructor(@Inject(SETTINGS) { rateLimitFactor }: Settings) {
    const limiter = (points: number): RateLimiterMemory =>
      new RateLimiterMemory({ points: Math.ceil(points * rateLimitFactor), duration: WINDOW_S });
    this.perCaller = limiter(PER_CALLER);
    this.overAll = limiter(OVER_ALL);
  }

  /** Counts so many messages for a caller. @returns whether they may be given */
  async allows(caller: string, messages: number): Promise<boolean> {
    return (await isWithin(this.perCaller, caller, messages)) && isWithin(this.overAll, 'all', messages);
  }
}

/** The library rejects with its result when a limit is reached, and with nothing else when it counts in memory. */
async function isWithin(limiter: RateLimiterMemory, key: string, points: number): Promise<boolean> {
  return limiter.consume(key, points).then(
    () => true,
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    },
  );
}
