import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCentsAsDecimal, type RecentReferral, type ReferralStatsAnswer } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { creditAccount } from '../ledger/accounts.js';
import { IS_AVAILABLE, IS_KEPT, KEPT_COMMISSION } from './commission.js';

/** Number of newest orders of friends that are listed. */
const RECENT = 5;

const countsRow = z.object({
  opened: z.number(),
  friends: z.number(),
  buying: z.number(),
  earned: z.number(),
  pending: z.number(),
  code: z.string().nullable(),
});
type ReferralCounts = z.infer<typeof countsRow>;

const ownerRow = z.object({ id: z.number(), username: z.string() });
/** Account that invites by a code. */
type Referrer = z.infer<typeof ownerRow>;

const recentRow = z.object({
  id: z.number(),
  username: z.string(),
  product_name: z.string(),
  commission_cents: z.number(),
  state: z.enum(['pending', 'available', 'reversed']),
  created_at: z.date(),
});

/** Reads referrals and the earnings from them. */
@Injectable()
export class ReferralsQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Answers GET /api/referrals/stats. Earned amounts come from the ledger, pending amounts from the orders. */
  async readReferralStats(userId: number): Promise<ReferralStatsAnswer> {
    const { opened, friends, buying, earned, pending, code } = await this.readReferralCounts(userId);
    return {
      stats: {
        opened,
        total_referrals: friends,
        successful_referrals: buying,
        total_store_credit: formatCentsAsDecimal(Math.max(0, earned)),
        pending_store_credit: formatCentsAsDecimal(pending),
      },
      recentReferrals: await this.readRecentOrders(userId),
      referralCode: code,
    };
  }

  /**
   * Reads who invites by a code, also by an earlier one.
   * @throws ShopError REFERRAL_CODE_UNKNOWN, also for the code of a blocked account
   */
  async readReferrer(code: string): Promise<Referrer> {
    const owner = await sql(this.database).first(
      ownerRow,
      `SELECT u.id, u.username FROM users u WHERE u.blocked_at IS NULL AND (u.referral_code = $1
          OR u.id = (SELECT f.user_id FROM former_referral_codes f WHERE f.code = $1))`,
      [code],
    );
    if (!owner) throw new ShopError('REFERRAL_CODE_UNKNOWN', 'There is no such referral code.');
    return owner;
  }

  private async readReferralCounts(userId: number): Promise<ReferralCounts> {
    const rows = await sql(this.database).rows(
      countsRow,
      `SELECT (SELECT coalesce(sum(opens), 0)::int FROM referral_opens WHERE user_id = $1) AS opened,
              (SELECT count(*)::int FROM users WHERE referred_by_user_id = $1) AS friends,
              (SELECT count(DISTINCT o.user_id)::int FROM orders o
                WHERE o.commission_user_id = $1 AND o.status <> 'cancelled' AND ${IS_KEPT}) AS buying,
              (SELECT coalesce(sum(delta), 0)::bigint FROM ledger_lines
                WHERE account = $2 AND (idempotency_key LIKE 'commission:%' OR idempotency_key LIKE 'reverse:commission:%')) AS earned,
              (SELECT coalesce(sum(${KEPT_COMMISSION}), 0)::bigint FROM orders o
                WHERE o.commission_user_id = $1 AND o.status <> 'cancelled' AND NOT ${IS_AVAILABLE} AND ${IS_KEPT}) AS pending,
              (SELECT referral_code FROM users WHERE id = $1) AS code`,
      [userId, creditAccount(userId)],
    );
    return rows[0] ?? { opened: 0, friends: 0, buying: 0, earned: 0, pending: 0, code: null };
  }

  private async readRecentOrders(userId: number): Promise<RecentReferral[]> {
    const rows = await sql(this.database).rows(
      recentRow,
      `SELECT o.id, u.username, o.product_name, o.commission_cents, o.created_at,
              CASE WHEN o.status = 'cancelled' OR NOT ${IS_KEPT} THEN 'reversed'
                   WHEN ${IS_AVAILABLE} THEN 'available' ELSE 'pending' END AS state
         FROM orders o JOIN users u ON u.id = o.user_id
        WHERE o.commission_user_id = $1 AND o.commission_cents > 0
        ORDER BY o.id DESC LIMIT ${RECENT}`,
      [userId],
    );
    return rows.map((row) => ({
      id: row.id,
      referredUsername: row.username,
      productName: row.product_name,
      commission: formatCentsAsDecimal(row.commission_cents),
      state: row.state,
      createdAt: row.created_at.toISOString(),
    }));
  }
}
