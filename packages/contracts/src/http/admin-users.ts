import { z } from 'zod';
import { MOST_AMOUNT } from '../entities/bounds.js';
import { amountInput, boundedString, decimalString, id, instant, line } from '../entities/fields.js';
import { tierName } from '../loyalty/tier-name.js';
import { parseAmount, toDecimal } from '../money.js';

/** The orders of the list of users; `newest` is the date of registration. */
export const USER_SORTS = [
  'newest',
  'createdAt',
  'totalSpent',
  'storeCredit',
  'loyaltyPoints',
  'username',
] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** PATCH /api/admin/users/{id}/store-credit: the free amount, and the `creditVersion` that was seen. */
export const storeCreditRequest = z.strictObject({
  amount: amountInput.refine(
    (amount) => {
      const cents = parseAmount(amount);
      return cents !== undefined && cents <= MOST_AMOUNT;
    },
    `must be from 0.00 to ${toDecimal(MOST_AMOUNT)}`,
  ),
  version: z.int32().optional(),
});
export type StoreCreditRequest = z.infer<typeof storeCreditRequest>;

/** PATCH /api/admin/users/{id}/tier: a floor for all that spending and refunds make of it later. */
export const setTierRequest = z.strictObject({
  tier: tierName,
  /** The `version` of the account that was seen. */
  version: z.int32().optional(),
});
export type SetTierRequest = z.infer<typeof setTierRequest>;

/** PATCH /api/admin/users/{id}/block: blocking says why, and staff read it; its end has no reason. */
export const blockUserRequest = z
  .strictObject({ blocked: z.boolean(), reason: line(200).optional() })
  .refine(({ blocked, reason }) => blocked === (reason !== undefined), {
    path: ['reason'],
    error: 'belongs to a block, which needs one',
  });
export type BlockUserRequest = z.infer<typeof blockUserRequest>;

/** One thing that happened to an account's security, or that it did as staff. */
export const accountEvent = z.object({
  id: boundedString(24),
  /** As the audit names it (`user.block`), or `notice.` and the kind of a notice to the owner. */
  action: z.string(),
  /** Who did it: `shop`, `operator`, or a username. */
  actor: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  createdAt: instant,
});
export type AccountEvent = z.infer<typeof accountEvent>;

/** Orders of the list of users that tell money figures. */
export const MONEY_SORTS: readonly UserSort[] = ['totalSpent', 'storeCredit', 'loyaltyPoints'];

/** A user in the panel's list, and in the admin room. Money figures are null for who has no right to them. */
export const adminUser = z.object({
  id,
  username: z.string(),
  discordUsername: z.string().nullable(),
  discordId: z.string().nullable(),
  minecraftName: z.string().nullable(),
  /** What is free of it; below 0 after a reversal of what was spent. */
  storeCredit: decimalString.nullable(),
  /** Names the credit that an edit has seen; holds do not move it. */
  creditVersion: z.number().int(),
  /** Credit and referral bonus. */
  balance: decimalString.nullable(),
  /** A money figure too: points tell what was spent. */
  loyaltyPoints: z.number().int().nullable(),
  totalSpent: decimalString.nullable(),
  membershipTier: tierName,
  /** The tier that an admin set; spending may lift above it. Messages from before leave it out. */
  tierFloor: tierName.optional(),
  blocked: z.boolean(),
  blockedAt: instant.nullable(),
  blockReason: z.string().nullable(),
  /** Its owner deleted it: nothing names anybody any more. Messages from before leave it out. */
  deleted: z.boolean().optional(),
  createdAt: instant,
  referralCode: z.string().nullable(),
  referredBy: z.string().nullable(),
  /** Rises with every change of the account or of a balance. */
  version: z.number().int(),
});
export type AdminUser = z.infer<typeof adminUser>;

/** Its money figures. */
export const ADMIN_USER_MONEY = [
  'storeCredit',
  'balance',
  'loyaltyPoints',
  'totalSpent',
] as const satisfies readonly (keyof AdminUser)[];
