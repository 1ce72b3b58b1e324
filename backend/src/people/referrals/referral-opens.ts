import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../../settings.js';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { addressHash } from '../../platform/limits/address-keys.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';

/** User agents of programs that read links for others, such as search engines and previews. */
const BOTS = /bot\b|crawl|spider|preview|scan|headless|curl|wget|python|facebookexternalhit/i;
const DAY_MS = 24 * 60 * 60_000;
/** Most visits counted per owner and day. */
const MAX_OPENS = 10_000;

/** A visit by a referral link. */
export interface ReferralVisit {
  ownerId: number;
  /** The signed-in visitor's account. */
  visitorId: number | undefined;
  address: string;
  userAgent: string | undefined;
  /** True for a page that the browser loads ahead and may never show. */
  isPrefetched: boolean;
}

/** Counts visits by referral links. */
@Injectable()
export class ReferralOpens {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limits: RateLimiter,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Counts a visit once per address and day, unless it is the owner's or a program's. */
  async count({ ownerId, visitorId, address, userAgent, isPrefetched }: ReferralVisit): Promise<void> {
    if (visitorId === ownerId || isPrefetched || !userAgent || BOTS.test(userAgent)) return;
    const [day = ''] = this.clock.now().toISOString().split('T');
    const visitor = addressHash(this.settings.sessionSecret, address);
    if (!(await this.limits.isFirst('referral-open', `${day}:${ownerId}:${visitor}`, DAY_MS))) return;
    await sql(this.database).run(
      `INSERT INTO referral_opens AS known (user_id, day, opens) VALUES ($1, $2, 1)
       ON CONFLICT (user_id, day) DO UPDATE SET opens = known.opens + 1 WHERE known.opens < $3`,
      [ownerId, day, MAX_OPENS],
    );
  }
}

/** Deletes the counted visits of an account. */
export async function deleteReferralOpens(tx: Tx, userId: number): Promise<void> {
  await sql(tx).run('DELETE FROM referral_opens WHERE user_id = $1', [userId]);
}
