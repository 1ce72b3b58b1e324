import { TIERS, toDecimal, type AdminUser } from '@pax/contracts';
import { z } from 'zod';

/** Columns of `users u` with its balances `c` (credit), `b` (bonus), `p` (points) and its referrer `r`. */
export const USER_COLUMNS = `
  u.id, u.username, u.discord_username AS "discordUsername", u.discord_id AS "discordId",
  u.minecraft_name AS "minecraftName", u.total_spent_cents AS "totalSpentCents", u.tier, u.tier_floor AS "tierFloor",
  u.blocked_at AS "blockedAt", u.block_reason AS "blockReason", u.deleted_at IS NOT NULL AS deleted, u.created_at AS "createdAt",
  u.referral_code AS "referralCode", r.username AS "referredBy",
  coalesce(c.balance, 0) AS "creditCents", coalesce(b.balance, 0) AS "bonusCents", coalesce(p.balance, 0) AS points,
  coalesce(c.on_hand_version, 0) AS "creditVersion",
  u.version + coalesce(c.version, 0) + coalesce(b.version, 0) + coalesce(p.version, 0) AS version`;

export const USER_TABLES = `
  users u LEFT JOIN users r ON r.id = u.referred_by_user_id
  LEFT JOIN ledger_balances c ON c.account = 'credit:' || u.id
  LEFT JOIN ledger_balances b ON b.account = 'bonus:' || u.id
  LEFT JOIN ledger_balances p ON p.account = 'points:' || u.id`;

export const userRow = z.object({
  id: z.number(),
  username: z.string(),
  discordUsername: z.string().nullable(),
  discordId: z.string().nullable(),
  minecraftName: z.string().nullable(),
  totalSpentCents: z.number(),
  tier: z.enum(TIERS),
  tierFloor: z.enum(TIERS),
  blockedAt: z.date().nullable(),
  blockReason: z.string().nullable(),
  deleted: z.boolean(),
  createdAt: z.date(),
  referralCode: z.string().nullable(),
  referredBy: z.string().nullable(),
  creditCents: z.number(),
  bonusCents: z.number(),
  points: z.number(),
  creditVersion: z.number(),
  version: z.number(),
});

/** The wire form of an account as staff see it: balances as they are, below 0 too. */
export const toAdminUser = (row: z.infer<typeof userRow>): AdminUser => ({
  id: row.id,
  username: row.username,
  discordUsername: row.discordUsername,
  discordId: row.discordId,
  minecraftName: row.minecraftName,
  storeCredit: toDecimal(row.creditCents),
  creditVersion: row.creditVersion,
  balance: toDecimal(row.creditCents + row.bonusCents),
  loyaltyPoints: row.points,
  totalSpent: toDecimal(row.totalSpentCents),
  membershipTier: row.tier,
  tierFloor: row.tierFloor,
  blocked: row.blockedAt !== null,
  blockedAt: row.blockedAt?.toISOString() ?? null,
  blockReason: row.blockReason,
  deleted: row.deleted,
  createdAt: row.createdAt.toISOString(),
  referralCode: row.referralCode,
  referredBy: row.referredBy,
  version: row.version,
});
