import { REWARD_SHOP, toDecimal, type Reward as WireReward, type RewardOffer } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { credit, points, reward as freeAccount, rewardHeld } from '../ledger/accounts.js';
import { balancesOf } from '../ledger/ledger.js';
import { frozenOf } from './frozen.js';
import type { Reward } from './reward.entity.js';

/** Percent off for a discount, dollars for credit, nothing where there is nothing to count. */
export function valueOf({ category, amount }: RewardOffer): string {
  if (category === 'credit') return toDecimal(amount);
  return category === 'discount' ? String(amount) : '';
}

/** Rewards as their owner sees them; the ledger says which are held and which are used. */
export async function toWireRewards(
  manager: EntityManager,
  rewards: readonly Reward[],
): Promise<WireReward[]> {
  const owners = [...new Set(rewards.map(({ userId }) => userId))];
  const balances = await balancesOf(manager, [
    ...rewards.flatMap(({ id }) => [freeAccount(id), rewardHeld(id)]),
    ...owners.flatMap((id) => [points(id), credit(id)]),
  ]);
  const frozen = await frozenOf(
    manager,
    owners.map((userId) => ({
      userId,
      points: balances.get(points(userId)) ?? 0,
      creditCents: balances.get(credit(userId)) ?? 0,
    })),
  );
  return rewards.map((row) => {
    const offer = REWARD_SHOP[row.key];
    const isHeld = (balances.get(rewardHeld(row.id)) ?? 0) > 0;
    return {
      id: row.id,
      key: row.key,
      name: offer.name,
      description: offer.description,
      pointsCost: row.pointsCost,
      category: offer.category,
      value: valueOf(offer),
      code: row.code,
      isUsed: !isHeld && (balances.get(freeAccount(row.id)) ?? 0) <= 0,
      isHeld,
      ...(frozen.get(row.userId)?.rewardIds.includes(row.id) === true && { isFrozen: true }),
      redeemedAt: row.redeemedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    };
  });
}

/** One reward as its owner sees it. */
export async function toWireReward(manager: EntityManager, row: Reward): Promise<WireReward> {
  const [wire] = await toWireRewards(manager, [row]);
  if (!wire) throw new Error(`Reward ${row.id} was not mapped`);
  return wire;
}
