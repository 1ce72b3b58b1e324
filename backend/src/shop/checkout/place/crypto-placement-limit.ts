import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { LimitRule } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { sql } from '../../../platform/database/sql.js';
import { addressHash } from '../../../platform/limits/address-keys.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { Placement } from './draft-checkout.js';

const HOUR_MS = 3_600_000;
/** Limits of crypto placements at one address, and of the orders that they write, since anybody can place them unpaid. */
const PLACEMENTS: LimitRule = { name: 'crypto-address', points: 20, windowMs: HOUR_MS };
const ORDERS: LimitRule = { name: 'crypto-orders-address', points: 100, windowMs: HOUR_MS };

/** Limits the crypto orders that all accounts at one address place, so that they flood no channel of staff. */
@Injectable()
export class CryptoPlacementLimit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limits: RateLimiter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Counts a placement before its work. Not counted are other methods, and a buyer whose crypto order waits, who can
   * only repeat its request.
   * @returns a function that gives the count back
   * @throws ShopError RATE_LIMITED
   */
  async countPlacement(
    { userId, address }: { userId: number; address: string },
    { method, items }: Placement,
  ): Promise<() => Promise<void>> {
    if (method !== 'crypto' || (await this.hasWaitingOrder(userId))) return () => Promise.resolve();
    const key = addressHash(this.settings.sessionSecret, address);
    return this.limits.takeAttempt([
      [PLACEMENTS, key],
      [ORDERS, key, items.length],
    ]);
  }

  private hasWaitingOrder(userId: number): Promise<boolean> {
    return sql(this.database).exists(
      `SELECT 1 FROM checkouts WHERE user_id = $1 AND holding AND state = 'confirming' AND method = 'crypto'`,
      [userId],
    );
  }
}
