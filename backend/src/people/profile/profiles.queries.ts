import { TIER_TABLE, formatCentsAsDecimal, type AccountProfile } from '@pax/contracts';
import { hasEarlyAccess, User } from '../accounts/user.entity.js';
import { type PendingEarnings, NOTHING_PENDING, readPendingEarnings } from '../loyalty/pending-earnings.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { readEntities } from '../../platform/database/read-entities.js';
import { sql } from '../../platform/database/sql.js';
import { bonusAccount, creditAccount, pointsAccount } from '../ledger/accounts.js';
import { readBalances } from '../ledger/ledger.js';
import { computeFrozen } from '../loyalty/frozen-rewards.js';

export interface UserBalances {
  creditCents: number;
  bonusCents: number;
  points: number;
  pending: PendingEarnings;
  /** Credit and rewards of the account that are frozen now. */
  frozen: { creditCents: number; isBadgeFrozen: boolean; isAccessFrozen: boolean };
}

/**
 * Builds the API form of a profile, without the rights. A balance that a reversal took below 0 is shown as 0.
 */
export function toProfile(
  user: User,
  referrer: User | null,
  { creditCents, bonusCents, points: balance, pending, frozen }: UserBalances,
  now: Date,
): Omit<AccountProfile, 'role' | 'isAuthorizedUser' | 'rights'> {
  const availableCredit = Math.max(0, creditCents - frozen.creditCents);
  const availableBonus = Math.max(0, bonusCents);
  return {
    id: user.id,
    username: user.username,
    discordId: user.discordId,
    discordUsername: user.discordUsername,
    minecraftName: user.minecraftName,
    namedInPurchases: user.namedInPurchases,
    blocked: user.blockedAt !== null,
    membershipTier: user.tier,
    loyaltyPoints: Math.max(0, balance),
    createdAt: user.createdAt.toISOString(),
    claimedDiscordId: user.claimedDiscordId,
    storeCredit: formatCentsAsDecimal(availableCredit),
    ...(frozen.creditCents > 0 && { frozenCredit: formatCentsAsDecimal(frozen.creditCents) }),
    referralBonus: formatCentsAsDecimal(availableBonus),
    balance: formatCentsAsDecimal(availableCredit + availableBonus),
    totalSpent: formatCentsAsDecimal(user.totalSpentCents),
    pendingPoints: pending.points,
    pendingSpent: formatCentsAsDecimal(pending.spentCents),
    permanentDiscount: TIER_TABLE[user.tier].discountPercent,
    referralCode: user.referralCode,
    appliedReferralCode: user.appliedReferralCode ?? referrer?.referralCode ?? null,
    referredBy: referrer?.username ?? null,
    vipBadge: user.vipAt !== null && !frozen.isBadgeFrozen,
    frozenVipBadge: frozen.isBadgeFrozen,
    earlyAccess: hasEarlyAccess(user, now) && !frozen.isAccessFrozen,
  };
}

/** A profile without the rights, which are not stored in the database. */
export type OwnProfile = Omit<AccountProfile, 'role' | 'isAuthorizedUser' | 'rights'>;

const lastNames = z.object({ lastGameName: z.string(), lastChatName: z.string() });

/** Reads accounts together with their balances. */
@Injectable()
export class ProfilesQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Reads a profile without rights. Balances come from the ledger; one below 0 is shown as 0. */
  async readProfile(id: number): Promise<OwnProfile | undefined> {
    return (await this.readProfilesByIds([id])).get(id);
  }

  /** Reads the names of the account's newest paid purchase; undefined before the first one and once they are erased. */
  readLastNames(id: number): Promise<z.infer<typeof lastNames> | undefined> {
    return sql(this.database).first(
      lastNames,
      `SELECT game_name AS "lastGameName", discord_name AS "lastChatName" FROM checkouts
        WHERE user_id = $1 AND paid_at IS NOT NULL AND game_name <> '' ORDER BY created_at DESC LIMIT 1`,
      [id],
    );
  }

  /** Reads several profiles by id with a constant number of queries; unknown accounts are absent. */
  async readProfilesByIds(
    ids: readonly number[],
    manager: EntityManager = this.database.manager,
  ): Promise<Map<number, OwnProfile>> {
    const users = await readUsersByIds(manager, ids);
    const pending = await readPendingEarnings(manager, ids);
    const balances = await readBalances(
      manager,
      ids.flatMap((id) => [creditAccount(id), bonusAccount(id), pointsAccount(id)]),
    );
    const referrerIds = users.flatMap(({ referredByUserId: id }) => (id === null ? [] : [id]));
    const referrers = referrerIds.length === 0 ? [] : await readUsersByIds(manager, referrerIds);
    const frozen = await computeFrozen(
      manager,
      users.map(({ id }) => ({
        userId: id,
        points: balances.get(pointsAccount(id)) ?? 0,
        creditCents: balances.get(creditAccount(id)) ?? 0,
      })),
    );
    const now = this.clock.now();
    const buildProfileOf = (user: User): OwnProfile => {
      const own = {
        creditCents: balances.get(creditAccount(user.id)) ?? 0,
        bonusCents: balances.get(bonusAccount(user.id)) ?? 0,
        points: balances.get(pointsAccount(user.id)) ?? 0,
        pending: pending.get(user.id) ?? NOTHING_PENDING,
        frozen: frozen.get(user.id) ?? { creditCents: 0, isBadgeFrozen: false, isAccessFrozen: false },
      };
      return toProfile(user, referrers.find(({ id }) => id === user.referredByUserId) ?? null, own, now);
    };
    return new Map(users.map((user) => [user.id, buildProfileOf(user)]));
  }
}

function readUsersByIds(manager: EntityManager, ids: readonly number[]): Promise<User[]> {
  return readEntities(manager, User, 'WHERE id = ANY($1)', [ids]);
}
