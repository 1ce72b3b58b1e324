import { Injectable, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  TIER_TABLE,
  tierBenefit,
  tierBenefitTexts,
  tierStep,
  toDecimal,
  type CustomerTierAnswer,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/problem.js';
import { countRow } from '../../platform/database/row-schemas.js';
import { sql } from '../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';

/** GET /api/customer-tier: the own tier and the way to the next one. */
@Injectable()
export class CustomerTierQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async of(userId: number): Promise<CustomerTierAnswer> {
    const user = await this.accounts.byId(userId);
    if (!user) throw new ShopError('NOT_FOUND', 'There is no such account.');
    const { tier } = user;
    const totalSpent = Math.max(0, user.totalSpentCents);
    const totalOrders = await this.deliveredCheckouts(userId);
    const { next, progress, missing } = tierStep({ tier, totalSpent, totalOrders });
    return {
      currentTier: {
        ...namedTier(tier),
        color: tier,
        benefits: tierBenefitTexts(tier, this.settings.points.tierBonus),
      },
      nextTier: next
        ? {
            ...namedTier(next),
            minSpent: toDecimal(TIER_TABLE[next].minSpent),
            minOrders: TIER_TABLE[next].minOrders,
          }
        : null,
      progress,
      missing: { spent: toDecimal(missing.spent), orders: missing.orders },
      stats: { totalSpent: toDecimal(totalSpent), totalOrders },
    };
  }

  /** Distinct purchases with a delivered order of which not all was given back; a gift has no checkout. */
  private async deliveredCheckouts(userId: number): Promise<number> {
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

function namedTier(tier: keyof typeof TIER_TABLE) {
  return {
    name: tierBenefit(tier, false).label,
    icon: tier,
    discount: TIER_TABLE[tier].discountPercent,
  };
}
