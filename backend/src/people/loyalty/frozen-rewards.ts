import {
  findFrozenRewards,
  REWARD_SHOP,
  rewardKey,
  type FrozenRewards,
  type RewardCategory,
} from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { hasEarlyAccess, type User } from '../accounts/user.entity.js';
import {
  bonusAccount,
  creditAccount,
  pointsAccount,
  rewardAccount,
  rewardHeldAccount,
} from '../ledger/accounts.js';
import { readBalances } from '../ledger/ledger.js';

/** An account's balances that decide which rewards are frozen. */
export interface PointsAndCredit {
  userId: number;
  points: number;
  creditCents: number;
}

/** Everything of one account that is frozen. */
export interface AccountFreeze extends FrozenRewards {
  isBadgeFrozen: boolean;
  isAccessFrozen: boolean;
}

const rewardRow = z.object({
  id: z.number(),
  userId: z.number(),
  key: rewardKey,
  pointsCost: z.number(),
  /** True for the newest badge or early access of an account, as long as the account has it. */
  isInForce: z.boolean(),
  /** True when the reward code has expired; set for codes only. */
  isExpired: z.boolean(),
  /** True when the payment with the code is already being confirmed, so that a freeze no longer stops it. */
  isHonoured: z.boolean(),
});

/** SQL of all rewards of the accounts $1, newest first. */
const REWARDS = `
  SELECT r.id, r.user_id AS "userId", r.key, r.points_cost AS "pointsCost",
         row_number() OVER (PARTITION BY r.user_id, r.key ORDER BY r.id DESC) = 1
         AND coalesce(CASE r.key WHEN 'vip-badge' THEN u.vip_at IS NOT NULL
                                 WHEN 'early-access' THEN u.early_access_until > now() END, false) AS "isInForce",
         r.expires_at <= now() AS "isExpired",
         EXISTS (SELECT FROM checkouts c
                  WHERE c.reward_id = r.id AND c.state = 'confirming' AND c.holding) AS "isHonoured"
    FROM rewards r JOIN users u ON u.id = r.user_id WHERE r.user_id = ANY($1) ORDER BY r.id DESC`;

/**
 * Computes which rewards and credit are frozen for accounts whose points a reversal took below 0; other
 * accounts are absent.
 */
export async function computeFrozen(
  manager: EntityManager,
  accounts: readonly PointsAndCredit[],
): Promise<Map<number, AccountFreeze>> {
  const owing = accounts.filter(({ points }) => points < 0);
  if (owing.length === 0) return new Map();
  const rows = await sql(manager).rows(rewardRow, REWARDS, [owing.map(({ userId }) => userId)]);
  const balances = await readBalances(
    manager,
    rows.flatMap(({ id }) => [rewardAccount(id), rewardHeldAccount(id)]),
  );
  const isCodeUnspent = ({ id, isExpired, isHonoured }: z.infer<typeof rewardRow>): boolean =>
    (!isExpired && (balances.get(rewardAccount(id)) ?? 0) > 0) ||
    (!isHonoured && (balances.get(rewardHeldAccount(id)) ?? 0) > 0);
  return new Map(
    owing.map(({ userId, points, creditCents }) => {
      const own = rows.filter((row) => row.userId === userId);
      const rewards = own.map((row) => ({
        ...row,
        isUnspent: isRewardInCategory(row, 'badge', 'access') ? row.isInForce : isCodeUnspent(row),
      }));
      const frozen = findFrozenRewards(points, creditCents, rewards);
      const hasFrozenReward = (category: RewardCategory): boolean =>
        own.some((row) => isRewardInCategory(row, category) && frozen.rewardIds.includes(row.id));
      return [
        userId,
        { ...frozen, isBadgeFrozen: hasFrozenReward('badge'), isAccessFrozen: hasFrozenReward('access') },
      ];
    }),
  );
}

function isRewardInCategory({ key }: z.infer<typeof rewardRow>, ...categories: RewardCategory[]): boolean {
  return categories.includes(REWARD_SHOP[key].category);
}

/** Computes what is frozen, as `computeFrozen`, from the balances that the accounts have now. */
export async function readFrozen(
  manager: EntityManager,
  userIds: readonly number[],
): Promise<Map<number, AccountFreeze>> {
  const balances = await readBalances(
    manager,
    userIds.flatMap((id) => [pointsAccount(id), creditAccount(id)]),
  );
  return computeFrozen(
    manager,
    userIds.map((userId) => ({
      userId,
      points: balances.get(pointsAccount(userId)) ?? 0,
      creditCents: balances.get(creditAccount(userId)) ?? 0,
    })),
  );
}

/** Tells whether a user sees products before their release; frozen early access does not count. */
export async function canSeeEarlyProducts(
  manager: EntityManager,
  user: User | null,
  now: Date,
): Promise<boolean> {
  if (!user || !hasEarlyAccess(user, now)) return false;
  return (await readFrozen(manager, [user.id])).get(user.id)?.isAccessFrozen !== true;
}

/**
 * The parts of a buyer's balances that a purchase spends, in cents, and whether they are already held for it.
 */
interface PurchaseSpending {
  userId: number;
  creditCents: number;
  bonusCents: number;
  rewardId: number | null;
  holding: boolean;
}

/**
 * Finds purchases that spend a frozen reward code, frozen credit, or a balance that a reversal took away.
 * @param purchases at most one per account
 */
export async function findPurchasesWithFrozenFunds<T extends PurchaseSpending>(
  manager: EntityManager,
  purchases: readonly T[],
): Promise<T[]> {
  const spending = purchases.filter((one) => one.rewardId !== null || one.creditCents + one.bonusCents > 0);
  if (spending.length === 0) return [];
  const balances = await readBalances(
    manager,
    spending.flatMap(({ userId }) => [pointsAccount(userId), creditAccount(userId), bonusAccount(userId)]),
  );
  const ownHeldCents = (account: string, { holding }: T, cents: number): number =>
    (balances.get(account) ?? 0) + (holding ? cents : 0);
  const ownHeldCredit = (one: T): number => ownHeldCents(creditAccount(one.userId), one, one.creditCents);
  const frozen = await computeFrozen(
    manager,
    spending.map((one) => ({
      userId: one.userId,
      points: balances.get(pointsAccount(one.userId)) ?? 0,
      creditCents: ownHeldCredit(one),
    })),
  );
  return spending.filter((one) => {
    const { rewardIds = [], creditCents = 0 } = frozen.get(one.userId) ?? {};
    return (
      (one.rewardId !== null && rewardIds.includes(one.rewardId)) ||
      (one.creditCents > 0 && one.creditCents > ownHeldCredit(one) - creditCents) ||
      (one.bonusCents > 0 && one.bonusCents > ownHeldCents(bonusAccount(one.userId), one, one.bonusCents))
    );
  });
}
