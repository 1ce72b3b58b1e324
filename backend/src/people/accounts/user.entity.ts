import type { TierName } from '@pax/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Tells whether an account's early access is still running; missing points may hold the access back even so.
 */
export function hasEarlyAccess({ earlyAccessUntil }: Pick<User, 'earlyAccessUntil'>, now: Date): boolean {
  return earlyAccessUntil !== null && earlyAccessUntil > now;
}

/** A user account. Balances are in the ledger, not here. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn() id: number;
  @Column('text') username: string;
  @Column('text', { name: 'username_key' }) usernameKey: string;
  /** The name's skeleton, which is equal for names that look alike. */
  @Column('text', { name: 'username_skeleton', nullable: true }) usernameSkeleton: string | null;
  @Column('text', { name: 'password_hash', nullable: true }) passwordHash: string | null;
  /** The Discord id, proven by a sign-in with Discord. */
  @Column('text', { name: 'discord_id', nullable: true }) discordId: string | null;
  /** Time at which the proven Discord id was linked; null while none is linked. */
  @Column('timestamptz', { name: 'discord_linked_at', nullable: true }) discordLinkedAt: Date | null;
  @Column('text', { name: 'discord_username', nullable: true }) discordUsername: string | null;
  /** The Discord id that the user typed: an unproven claim, never used for rights. */
  @Column('text', { name: 'claimed_discord_id', nullable: true }) claimedDiscordId: string | null;
  @Column('text', { name: 'minecraft_name', nullable: true }) minecraftName: string | null;
  /** True when the owner agreed to be named in Discord posts about purchases. */
  @Column('boolean', { name: 'named_in_purchases', default: false }) namedInPurchases: boolean;
  @Column('bigint', { name: 'total_spent_cents', default: 0 }) totalSpentCents: number;
  @Column('text', { default: 'bronze' }) tier: TierName;
  @Column('text', { name: 'tier_floor', default: 'bronze' }) tierFloor: TierName;
  @Column('text', { name: 'referral_code', nullable: true }) referralCode: string | null;
  @Column('int', { name: 'referred_by_user_id', nullable: true }) referredByUserId: number | null;
  /** The referral code that this account applied; its owner may have another code now. */
  @Column('text', { name: 'applied_referral_code', nullable: true }) appliedReferralCode: string | null;
  /** Time at which the VIP badge was redeemed. */
  @Column('timestamptz', { name: 'vip_at', nullable: true }) vipAt: Date | null;
  /** Time until which the account sees products before they are available to everybody. */
  @Column('timestamptz', { name: 'early_access_until', nullable: true }) earlyAccessUntil: Date | null;
  @Column('timestamptz', { name: 'blocked_at', nullable: true }) blockedAt: Date | null;
  @Column('text', { name: 'block_reason', nullable: true }) blockReason: string | null;
  /** Time since which the account is an operator's: an admin in sessions that were opened by admin code. */
  @Column('timestamptz', { name: 'operator_since', nullable: true }) operatorSince: Date | null;
  /** Time at which the owner deleted the account; since then the row has no personal data. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
  @Column('boolean', { name: 'purchases_suspended', default: false }) purchasesSuspended: boolean;
  /**
   * True if the account lost a dispute but was not blocked, because Discord did not say whether it is staff.
   */
  @Column('boolean', { name: 'loss_undecided', default: false }) lossUndecided: boolean;
  /** True if a former account of the linked Discord id had a second step and no admin has waived it since. */
  @Column('boolean', { name: 'second_step_owed', default: false }) secondStepOwed: boolean;
  /**
   * The state of the block that the job `blocked-names` last handled. Blocking and unblocking set the
   * opposite, so that the job runs again.
   */
  @Column('boolean', { name: 'names_kept', default: false }) namesKept: boolean;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
}
