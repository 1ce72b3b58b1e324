import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitRule } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.js';
import { ShopError } from '../shop-error.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** A limit, the key under which a call is counted, and the points that it takes (default: 1). */
export type LimitCount = readonly [rule: LimitRule, key: string, points?: number];

/** Result of counting a call against a limit. */
interface CountResult {
  isRefused: boolean;
  msLeft: number;
}

/**
 * Rate limits, stored in Postgres so that all backends share them, and multiplied by RATE_LIMIT_FACTOR. Keys must
 * be hashes or ids, never addresses or names.
 */
@Injectable()
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterPostgres>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Counts one call, or `points` calls, against a limit.
   * @throws ShopError RATE_LIMITED with `retryAfter` in seconds beyond the limit
   */
  async take(rule: LimitRule, key: string, points = 1): Promise<void> {
    const { isRefused, msLeft } = await this.countAttempt(rule, key, points);
    if (isRefused) throw rateLimitedError(msLeft);
  }

  /**
   * Counts one call against a limit.
   * @returns whether the call was within the limit
   */
  async allowsAttempt(rule: LimitRule, key: string): Promise<boolean> {
    return !(await this.countAttempt(rule, key)).isRefused;
  }

  /**
   * Remembers a key for a while, whatever RATE_LIMIT_FACTOR is. A key has to differ in each period, since a forgotten
   * one is new again at no exact time.
   * @returns whether the key is new
   */
  async isFirst(name: string, key: string, forMs: number): Promise<boolean> {
    return sql(this.database).exists(
      `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, $2) ON CONFLICT (key) DO NOTHING RETURNING 1`,
      [`${name}:${key}`, Date.now() + forMs],
    );
  }

  /**
   * Counts an attempt under all keys, or under none when one limit is exceeded.
   * @returns a function that gives the attempt back
   * @throws ShopError RATE_LIMITED as `take`
   */
  async takeAttempt(counts: readonly LimitCount[]): Promise<() => Promise<void>> {
    const taken: (() => Promise<void>)[] = [];
    const giveBack = async (): Promise<void> => {
      for (const one of taken) await one();
    };
    for (const [rule, key, points] of counts) {
      const { isRefused, msLeft } = await this.countAttempt(rule, key, points);
      const endsAt = Date.now() + msLeft;
      taken.push(() => this.giveBack([rule, key, points], endsAt));
      if (!isRefused) continue;
      await giveBack();
      throw rateLimitedError(msLeft);
    }
    return giveBack;
  }

  /** Gives a count back only within its own time window, because the next window counts other attempts. */
  private async giveBack([rule, key, points = 1]: LimitCount, endsAt: number): Promise<void> {
    await sql(this.database).run(
      'UPDATE rate_limits SET points = points - $3 WHERE key = $1 AND points >= $3 AND expire < $2',
      [this.limiterFor(rule).getKey(key), Math.ceil(endsAt + rule.windowMs / 2), points],
    );
  }

  private async countAttempt(rule: LimitRule, key: string, points = 1): Promise<CountResult> {
    try {
      const { msBeforeNext } = await this.limiterFor(rule).consume(key, points);
      return { isRefused: false, msLeft: msBeforeNext };
    } catch (refused) {
      // Distinguishes the two rejections of the library: its result when the limit is reached, an error when the
      // database fails.
      if (refused instanceof RateLimiterRes) return { isRefused: true, msLeft: refused.msBeforeNext };
      throw refused;
    }
  }

  private limiterFor({ name, points, windowMs }: LimitRule): RateLimiterPostgres {
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
      // Lets only the first limiter delete expired rows, because it does so for all.
      clearExpiredByTimeout: this.limiters.size === 0,
    });
    this.limiters.set(name, limiter);
    return limiter;
  }
}

/** The error for a call beyond a limit, with the time to wait, ms. */
export function rateLimitedError(msLeft: number): ShopError {
  return new ShopError('RATE_LIMITED', 'Too many tries. Please wait a little.', {
    retryAfter: Math.max(1, Math.ceil(msLeft / 1000)),
  });
}
