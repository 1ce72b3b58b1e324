import type { TierName } from '@pax/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Tells whether an account's early access is not over; missing points may still hold it back. */
export function hasEarlyAccess({ earlyAccessUntil }: Pick<User, 'earlyAccessUntil'>, now: Date): boolean {
  return earlyAccessUntil !== null && earlyAccessUntil > now;
}

/** An account. Balances are not here: the ledger has them. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn() id: number;
  @Column('text') username: string;
  @Column('text', { name: 'username_key' }) usernameKey: string;
  /** The skeleton of the name, equal for names that look alike. */
  @Column('text', { name: 'username_skeleton', nullable: true }) usernameSkeleton: string | null;
  @Column('text', { name: 'password_hash', nullable: true }) passwordHash: string | null;
  /** Proven by Discord sign-in. */
  @Column('text', { name: 'discord_id', nullable: true }) discordId: string | null;
  /** When the proven id was linked; null while there is none. */
  @Column('timestamptz', { name: 'discord_linked_at', nullable: true }) discordLinkedAt: Date | null;
  @Column('text', { name: 'discord_username', nullable: true }) discordUsername: string | null;
  /** Typed by the user: a claim, never used for rights. */
  @Column('text', { name: 'claimed_discord_id', nullable: true }) claimedDiscordId: string | null;
  @Column('text', { name: 'minecraft_name', nullable: true }) minecraftName: string | null;
  @Column('bigint', { name: 'total_spent_cents', default: 0 }) totalSpentCents: number;
  @Column('text', { default: 'bronze' }) tier: TierName;
  @Column('text', { name: 'tier_floor', default: 'bronze' }) tierFloor: TierName;
  @Column('text', { name: 'referral_code', nullable: true }) referralCode: string | null;
  @Column('int', { name: 'referred_by_user_id', nullable: true }) referredByUserId: number | null;
  /** The code that was applied, which its owner may have replaced since. */
  @Column('text', { name: 'applied_referral_code', nullable: true }) appliedReferralCode: string | null;
  /** When the VIP badge was redeemed. */
  @Column('timestamptz', { name: 'vip_at', nullable: true }) vipAt: Date | null;
  /** Until then the account sees products before they are available to everybody. */
  @Column('timestamptz', { name: 'early_access_until', nullable: true }) earlyAccessUntil: Date | null;
  @Column('timestamptz', { name: 'blocked_at', nullable: true }) blockedAt: Date | null;
  @Column('text', { name: 'block_reason', nullable: true }) blockReason: string | null;
  /** Since when it is an operator's account: made on the server, an admin in sessions opened by admin code. */
  @Column('timestamptz', { name: 'operator_since', nullable: true }) operatorSince: Date | null;
  /** Time at which the owner deleted the account; its row names nobody any more. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
  @Column('boolean', { name: 'purchases_suspended', default: false }) purchasesSuspended: boolean;
  /** The account lost a dispute while Discord did not say whether it is staff, so it was not blocked. */
  @Column('boolean', { name: 'loss_undecided', default: false }) lossUndecided: boolean;
  /** A former account of the linked Discord id had a second step, and no admin has lifted that requirement. */
  @Column('boolean', { name: 'second_step_owed', default: false }) secondStepOwed: boolean;
  /** The block as `blocked-names` last saw it; blocking and unblocking set the opposite, so that the job runs again. */
  @Column('boolean', { name: 'names_kept', default: false }) namesKept: boolean;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
}
