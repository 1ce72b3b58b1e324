import { frozenRewards, type Frozen } from '@pax/contracts';
import { In, type EntityManager } from 'typeorm';
import { reward, rewardHeld } from '../ledger/accounts.js';
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
