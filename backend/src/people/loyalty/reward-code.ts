import { randomBytes } from 'node:crypto';
import {
  type RewardKey,
  REWARD_SHOP,
  formatCentsAsDecimal,
  type Reward as WireReward,
  type RewardOffer,
  CHECKOUT_REWARD_CATEGORIES,
  MIN_RETURNED_REWARD_DAYS,
} from '@pax/contracts';
import { Column, Entity, PrimaryGeneratedColumn, type EntityManager, In } from 'typeorm';
import {
  creditAccount,
  pointsAccount,
  rewardAccount as freeAccount,
  rewardHeldAccount,
  rewardAccount,
} from '../ledger/accounts.js';
import { readBalances, book } from '../ledger/ledger.js';
import { isEntryWritten } from '../ledger/write-entry.js';
import { computeFrozen } from './frozen-rewards.js';
import { roomProjection } from '../../platform/outbox/projections.js';
import { sql } from '../../platform/database/sql.js';
import { ShopError } from '../../platform/shop-error.js';
import type { Tx } from '../../platform/database/transaction.js';

/** Letters and digits of reward codes that are not easily confused; each stands for five bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** Generates a reward code of 80 random bits in groups of four: K7QM-2VXT-9HBR-4WZD. */
export function generateRewardCode(): string {
  const symbols = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return symbols.join('').replaceAll(GROUP, '$&-');
}

/**
 * Converts a typed reward code to its stored form: any case, with or without dashes, O for 0 and I or L for
 * 1.
 */
export function normaliseRewardCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(GROUP, '$&-');
}

/** A redeemed reward. The ledger says whether the reward is free, held or used. */
@Entity('rewards')
export class Reward {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'user_id' }) userId: number;
  @Column('text') key: RewardKey;
  @Column('text') code: string;
  /** Points that the reward cost when it was redeemed. */
  @Column('int', { name: 'points_cost' }) pointsCost: number;
  /** Idempotency key of the redeeming request; a repeat finds this row. */
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  @Column('timestamptz', { name: 'redeemed_at' }) redeemedAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}

/** The reward's value: percent for a discount, dollars for credit, empty for other rewards. */
export function formatRewardValue({ category, amount }: RewardOffer): string {
  if (category === 'credit') return formatCentsAsDecimal(amount);
  return category === 'discount' ? String(amount) : '';
}

/** Builds the rewards as their owner sees them; the ledger decides which are held or used. */
export async function toWireRewards(
  manager: EntityManager,
  rewards: readonly Reward[],
): Promise<WireReward[]> {
  const owners = [...new Set(rewards.map(({ userId }) => userId))];
  const balances = await readBalances(manager, [
    ...rewards.flatMap(({ id }) => [freeAccount(id), rewardHeldAccount(id)]),
    ...owners.flatMap((id) => [pointsAccount(id), creditAccount(id)]),
  ]);
  const frozen = await computeFrozen(
    manager,
    owners.map((userId) => ({
      userId,
      points: balances.get(pointsAccount(userId)) ?? 0,
      creditCents: balances.get(creditAccount(userId)) ?? 0,
    })),
  );
  return rewards.map((row) => {
    const offer = REWARD_SHOP[row.key];
    const isHeld = (balances.get(rewardHeldAccount(row.id)) ?? 0) > 0;
    return {
      id: row.id,
      key: row.key,
      name: offer.name,
      description: offer.description,
      pointsCost: row.pointsCost,
      category: offer.category,
      value: formatRewardValue(offer),
      code: row.code,
      isUsed: !isHeld && (balances.get(freeAccount(row.id)) ?? 0) <= 0,
      isHeld,
      ...(frozen.get(row.userId)?.rewardIds.includes(row.id) === true && { isFrozen: true }),
      redeemedAt: row.redeemedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    };
  });
}

/** Builds one reward as its owner sees it. */
export async function toWireReward(manager: EntityManager, row: Reward): Promise<WireReward> {
  const [wire] = await toWireRewards(manager, [row]);
  if (!wire) throw new Error(`Reward ${row.id} was not mapped`);
  return wire;
}

/** Sends changes of a reward (redeemed, held, used, returned) to its owner's room only. */
export const rewardRooms = roomProjection({
  aggregate: 'reward',
  keyOf: ({ aggregateId }) => Number(aggregateId),
  read: async (tx, ids) => {
    const rewards = await tx.findBy(Reward, { id: In([...ids]) });
    const answers = await toWireRewards(tx, rewards);
    return new Map(rewards.map(({ id, userId }, index) => [id, { userId, user: answers[index] }]));
  },
  messages: (reward, { version }) => ({ version, ...reward }),
});

/**
 * Finds the reward of a code at checkout; a code held by the buyer's own open checkout is usable, since a new
 * checkout ends that one.
 * @throws ShopError REWARD_CODE_UNKNOWN (also for another account's code), _USED, _EXPIRED, _HELD, _FROZEN;
 * VALIDATION for a code that is not used at checkout
 */
export async function findUsableReward(tx: Tx, userId: number, typed: string, now: Date): Promise<Reward> {
  const reward = await tx.findOneBy(Reward, { userId, code: normaliseRewardCode(typed) });
  if (!reward) throw new ShopError('REWARD_CODE_UNKNOWN', 'This is not one of your reward codes.');
  if (!CHECKOUT_REWARD_CATEGORIES.includes(REWARD_SHOP[reward.key].category)) {
    const message = 'This reward works by itself; there is nothing to enter at checkout.';
    throw new ShopError('VALIDATION', message, { fields: [{ path: 'rewardCode', message }] });
  }
  const accounts = [
    rewardAccount(reward.id),
    rewardHeldAccount(reward.id),
    pointsAccount(userId),
    creditAccount(userId),
  ];
  const balances = await readBalances(tx, accounts);
  const isFree = (balances.get(rewardAccount(reward.id)) ?? 0) > 0;
  const isHeld = (balances.get(rewardHeldAccount(reward.id)) ?? 0) > 0;
  if (!isFree && !isHeld) throw new ShopError('REWARD_CODE_USED', 'This reward code was used already.');
  if (isHeld && (await isRewardBeingConfirmed(tx, reward.id))) throw rewardHeldError();
  const owing = {
    points: balances.get(pointsAccount(userId)) ?? 0,
    creditCents: balances.get(creditAccount(userId)) ?? 0,
  };
  const frozen = await computeFrozen(tx, [{ userId, ...owing }]);
  if (frozen.get(userId)?.rewardIds.includes(reward.id) === true)
    throw new ShopError(
      'REWARD_CODE_FROZEN',
      'This reward code is held back until the points that a refund took are made good.',
      { missing: -owing.points },
    );
  if (reward.expiresAt <= now)
    throw new ShopError('REWARD_CODE_EXPIRED', 'This reward code has expired.', {
      expiredAt: reward.expiresAt.toISOString(),
    });
  return reward;
}

/** Makes the error for a reward code that another payment holds. */
export function rewardHeldError(): ShopError {
  return new ShopError(
    'REWARD_CODE_HELD',
    'This reward code belongs to a payment that is not finished. It is free again if that ends unpaid.',
  );
}

async function isRewardBeingConfirmed(tx: Tx, rewardId: number): Promise<boolean> {
  return sql(tx).exists(`SELECT 1 FROM checkouts WHERE reward_id = $1 AND state = 'confirming' AND holding`, [
    rewardId,
  ]);
}

/**
 * Returns the reward code of a fully refunded checkout, valid for at least seven more days; once per
 * checkout.
 */
export async function returnReward(tx: Tx, rewardId: number, checkoutRef: string, now: Date): Promise<void> {
  await sql(tx).run(
    `UPDATE rewards SET expires_at = greatest(expires_at, $2::timestamptz + make_interval(days => $3)) WHERE id = $1`,
    [rewardId, now, MIN_RETURNED_REWARD_DAYS],
  );
  await book(tx, { idempotencyKey: `return:${checkoutRef}`, reason: 'reward returned', actor: 'shop' }, [
    { account: rewardAccount(rewardId), delta: 1 },
  ]);
}

/**
 * Takes a code back if it was returned, because its purchase was lost to a dispute after all. A purchase that holds or
 * used the code meanwhile keeps it, and its release or refund then frees nothing.
 */
export async function useReturnedReward(tx: Tx, rewardId: number, checkoutRef: string): Promise<void> {
  const reverses = `return:${checkoutRef}`;
  if (!(await isEntryWritten(tx, { idempotencyKey: reverses }))) return;
  const entry = { idempotencyKey: `reverse:${reverses}`, reverses, reason: 'dispute lost', actor: 'shop' };
  await book(tx, entry, [{ account: rewardAccount(rewardId), delta: -1, mayGoBelowZero: true }]);
}
