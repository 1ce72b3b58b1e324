import { frozenRewards, type Frozen } from '@pax/contracts';
import { In, type EntityManager } from 'typeorm';
import { bonus, credit, points as pointsAccount, reward, rewardHeld } from '../ledger/accounts.js';
import { balancesOf } from '../ledger/ledger.js';
import { Reward } from './reward.entity.js';

/** Balances that decide whether something is held back. */
export interface PointsAndCredit {
  userId: number;
  points: number;
  creditCents: number;
}

/** What is held back of each account whose points a reversal took below 0; others are absent (OWN-405). */
export async function frozenOf(
  manager: EntityManager,
  accounts: readonly PointsAndCredit[],
): Promise<Map<number, Frozen>> {
  const owing = accounts.filter(({ points }) => points < 0);
  if (owing.length === 0) return new Map();
  const userIds = owing.map(({ userId }) => userId);
  const rows = await manager.find(Reward, { where: { userId: In(userIds) }, order: { id: 'DESC' } });
  const balances = await balancesOf(
    manager,
    rows.flatMap(({ id }) => [reward(id), rewardHeld(id)]),
  );
  const unspent = rows.map(({ id, userId, key, pointsCost }) => ({
    id,
    userId,
    key,
    pointsCost,
    isUnused: (balances.get(reward(id)) ?? 0) + (balances.get(rewardHeld(id)) ?? 0) > 0,
  }));
  return new Map(
    owing.map(({ userId, points, creditCents }) => {
      const own = unspent.filter((row) => row.userId === userId);
      return [userId, frozenRewards(points, creditCents, own)];
    }),
  );
}

/** The amounts of its buyer's balances that a purchase spends, cents, and whether they are set aside for it. */
interface Spending {
  userId: number;
  creditCents: number;
  bonusCents: number;
  rewardId: number | null;
  holding: boolean;
}

/**
 * The purchases that spend a code or credit which is frozen by now, or a balance that a reversal took.
 * @param purchases one of each account at most
 */
export async function spendingFrozen<T extends Spending>(
  manager: EntityManager,
  purchases: readonly T[],
): Promise<T[]> {
  const spending = purchases.filter((one) => one.rewardId !== null || one.creditCents + one.bonusCents > 0);
  if (spending.length === 0) return [];
  const balances = await balancesOf(
    manager,
    spending.flatMap(({ userId }) => [pointsAccount(userId), credit(userId), bonus(userId)]),
  );
  const ownOf = (account: string, { holding }: T, cents: number): number =>
    (balances.get(account) ?? 0) + (holding ? cents : 0);
  const creditOf = (one: T): number => ownOf(credit(one.userId), one, one.creditCents);
  const frozen = await frozenOf(
    manager,
    spending.map((one) => ({
      userId: one.userId,
      points: balances.get(pointsAccount(one.userId)) ?? 0,
      creditCents: creditOf(one),
    })),
  );
  return spending.filter((one) => {
    const { rewardIds = [], creditCents = 0 } = frozen.get(one.userId) ?? {};
    return (
      (one.rewardId !== null && rewardIds.includes(one.rewardId)) ||
      (one.creditCents > 0 && one.creditCents > creditOf(one) - creditCents) ||
      (one.bonusCents > 0 && one.bonusCents > ownOf(bonus(one.userId), one, one.bonusCents))
    );
  });
}
