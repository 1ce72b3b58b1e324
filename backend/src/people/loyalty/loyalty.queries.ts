import { Injectable, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  TIER_TABLE,
  listTierBenefits,
  describeTierBenefits,
  computeTierProgress,
  formatCentsAsDecimal,
  type CustomerTierAnswer,
  computeSpendingProgress,
  REWARD_KEYS,
  REWARD_SHOP,
  type ListQuery,
  type LoyaltyAnswer,
  type LoyaltyTransaction,
  type RewardOfferAnswer,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { countRow, sql } from '../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { Clock } from '../../platform/clock.js';
import { parseIdCursor, requireSort } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import type { User } from '../accounts/user.entity.js';
import { pointsAccount } from '../ledger/accounts.js';
import { readBalance } from '../ledger/ledger.js';
import { NOTHING_PENDING, readPendingEarnings, readPendingOrders } from './pending-earnings.js';
import { countPointsEntries, readPointsHistory } from './points-history.js';
import { hasRewardAlready } from './redeem-reward.js';
import { Reward, toWireRewards, formatRewardValue } from './reward-code.js';

/** Answers GET /api/customer-tier: the caller's tier and the progress to the next one. */
@Injectable()
export class CustomerTierQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async readTier(userId: number): Promise<CustomerTierAnswer> {
    const user = await this.accounts.findById(userId);
    if (!user) throw new ShopError('NOT_FOUND', 'There is no such account.');
    const { tier } = user;
    const totalSpent = Math.max(0, user.totalSpentCents);
    const totalOrders = await this.countDeliveredCheckouts(userId);
    const { next, progress, missing } = computeTierProgress({ tier, totalSpent, totalOrders });
    return {
      currentTier: {
        ...describeTier(tier),
        color: tier,
        benefits: describeTierBenefits(tier, this.settings.points.tierBonus),
      },
      nextTier: next
        ? {
            ...describeTier(next),
            minSpent: formatCentsAsDecimal(TIER_TABLE[next].minSpent),
            minOrders: TIER_TABLE[next].minOrders,
          }
        : null,
      progress,
      missing: { spent: formatCentsAsDecimal(missing.spent), orders: missing.orders },
      stats: { totalSpent: formatCentsAsDecimal(totalSpent), totalOrders },
    };
  }

  /**
   * Counts purchases with a delivered order that is not fully refunded. Gifts by staff have no checkout and
   * are not counted.
   */
  private async countDeliveredCheckouts(userId: number): Promise<number> {
    const [row] = await sql(this.database).rows(
      countRow,
      `SELECT count(DISTINCT checkout_id)::int AS n FROM orders
        WHERE user_id = $1 AND status IN ('completed', 'archived') AND earnings <> 'pending'
          AND payment_status IN ('paid', 'partly_refunded', 'disputed')`,
      [userId],
    );
    return row?.n ?? 0;
  }
}

function describeTier(tier: keyof typeof TIER_TABLE) {
  return {
    name: listTierBenefits(tier, false).label,
    icon: tier,
    discount: TIER_TABLE[tier].discountPercent,
  };
}

/** Limit of history entries sent with the overview; older entries are read page by page. */
const MAX_LATEST_ENTRIES = 100;

/** Reads points, tier and rewards; balances come from the ledger. */
@Injectable()
export class LoyaltyQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Reads everything about the account's points, tier and rewards. */
  async readOverview(userId: number): Promise<LoyaltyAnswer> {
    const { manager } = this.database;
    const user = await this.accounts.findById(userId);
    if (!user) throw new ShopError('NOT_FOUND', 'There is no such account.');
    const balance = await readBalance(manager, pointsAccount(userId));
    const pending = (await readPendingEarnings(manager, [userId])).get(userId) ?? NOTHING_PENDING;
    const rewards = await manager.find(Reward, { where: { userId }, order: { id: 'DESC' } });
    return {
      points: Math.max(0, balance),
      pendingDeduction: Math.max(0, -balance),
      totalSpent: formatCentsAsDecimal(user.totalSpentCents),
      pendingPoints: pending.points,
      pendingSpent: formatCentsAsDecimal(pending.spentCents),
      pending: (await readPendingOrders(manager, userId, MAX_LATEST_ENTRIES)).map(
        ({ createdAt, ...order }) => ({
          ...order,
          createdAt: createdAt.toISOString(),
        }),
      ),
      membershipTier: user.tier,
      benefits: listTierBenefits(user.tier, this.settings.points.tierBonus),
      nextTier: describeNextTier(user),
      transactions: await readPointsHistory(manager, userId, { before: null, limit: MAX_LATEST_ENTRIES }),
      rewards: await toWireRewards(manager, rewards),
      shop: REWARD_KEYS.map((key) => toRewardOffer(user, key, this.clock.now())),
    };
  }

  /**
   * Reads one page of the account's points history.
   * @throws ShopError VALIDATION for an unknown state, sort or cursor
   */
  async readHistoryPage(
    userId: number,
    { state = '', sort, cursor, limit }: ListQuery,
  ): Promise<Page<LoyaltyTransaction>> {
    requireSort(sort, 'newest');
    if (state !== '') throw new ShopError('VALIDATION', 'state: this list has none');
    const { manager } = this.database;
    const before = cursor === undefined ? null : parseIdCursor(cursor);
    const found = await readPointsHistory(manager, userId, { before, limit: limit + 1 });
    const items = found.slice(0, limit);
    return {
      items,
      total: await countPointsEntries(manager, userId),
      ...(found.length > limit ? { next: String(items.at(-1)?.id) } : {}),
    };
  }
}

function describeNextTier(user: User): LoyaltyAnswer['nextTier'] {
  const { next, current, required, percentage } = computeSpendingProgress(user.totalSpentCents, user.tier);
  if (!next) return null;
  return {
    tier: next,
    current: formatCentsAsDecimal(current),
    required: formatCentsAsDecimal(required),
    percentage,
    remaining: formatCentsAsDecimal(Math.max(0, required - current)),
  };
}

function toRewardOffer(user: User, id: (typeof REWARD_KEYS)[number], now: Date): RewardOfferAnswer {
  const offer = REWARD_SHOP[id];
  const { name, description, pointsCost, category, requiredTier } = offer;
  const value = formatRewardValue(offer);
  return {
    id,
    name,
    description,
    pointsCost,
    category,
    value,
    requiredTier,
    isOwned: hasRewardAlready(user, id, now),
  };
}
