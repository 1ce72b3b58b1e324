import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { ShopError } from '../../common/problem.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** At most so many within a window; `name` keeps the counts of rules apart. */
export interface LimitRule {
  name: string;
  /** How many, before RATE_LIMIT_FACTOR. */
  points: number;
  windowMs: number;
}

/**
 * Counters in Postgres: shared by all backends, kept over restarts. Keys are hashes or ids, never addresses or
 * names. Every rule is multiplied by RATE_LIMIT_FACTOR.
 */
@Injectable()
export class Limits {
  private readonly limiters = new Map<string, RateLimiterPostgres>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Counts one. @throws ShopError RATE_LIMITED with `retryAfter` in seconds when that is one too many */
  async take(rule: LimitRule, key: string): Promise<void> {
    const refused = await this.count(rule, key);
    if (refused === undefined) return;
    throw new ShopError('RATE_LIMITED', 'Too many tries. Please wait a little.', {
      retryAfter: Math.max(1, Math.ceil(refused / 1000)),
    });
  }

  /** Counts one and says whether it was within the limit. */
  async allows(rule: LimitRule, key: string): Promise<boolean> {
    return (await this.count(rule, key)) === undefined;
  }

  /** Takes one back: what was counted turned out well. */
  async giveBack(rule: LimitRule, key: string): Promise<void> {
    await this.limiterOf(rule).reward(key, 1);
  }

  /** Counts one. @returns ms until the window ends when it was too many, else undefined */
  private async count(rule: LimitRule, key: string): Promise<number | undefined> {
    try {
      await this.limiterOf(rule).consume(key, 1);
      return undefined;
    } catch (refused) {
      // The library rejects with its result when the limit is reached, and with an error when the store fails.
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  }

  private limiterOf({ name, points, windowMs }: LimitRule): RateLimiterPostgres {
    const known = this.limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: this.database,
      storeType: 'typeorm',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: Math.ceil(points * this.settings.rateLimitFactor),
      duration: windowMs / 1000,
      // One of them sweeps for all.
      clearExpiredByTimeout: this.limiters.size === 0,
    });
    this.limiters.set(name, limiter);
    return limiter;
  }
}
