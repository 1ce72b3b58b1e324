import { z } from 'zod';
import { tierName } from '../loyalty/tier-name.js';
import { decimalString, id, instant } from './fields.js';
import { staffRight, role } from './rights.js';

/** GET /api/auth/me: the signed-in user. */
export const currentUser = z.object({
  id,
  username: z.string(),
  /** Discord id that the user proved by a sign-in; null without one. */
  discordId: z.string().nullable(),
  discordUsername: z.string().nullable(),
  minecraftName: z.string().nullable(),
  role,
  /** True for admins and staff. */
  isAuthorizedUser: z.boolean(),
  /** Rights of the session in the panel; none for customers. */
  rights: z.array(staffRight).optional(),
  blocked: z.boolean(),
  membershipTier: tierName,
  /** Discount of the tier, percent of every subtotal; absent in answers of older versions. */
  permanentDiscount: z.number().int().optional(),
  /** True while the account has the discount of a friend's referral code; absent where the caller need not know. */
  referred: z.boolean().optional(),
  loyaltyPoints: z.number().int(),
  createdAt: instant,
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Profile of an account, used on the account page and in the checkout. */
export const accountProfile = currentUser.extend({
  /** Discord id that the customer typed: an unproven claim, never used for rights. */
  claimedDiscordId: z.string().nullable(),
  /** Store credit that can be spent now. */
  storeCredit: decimalString,
  /** Store credit that is frozen until new points make up for points below 0; absent if none is frozen. */
  frozenCredit: decimalString.optional(),
  referralBonus: decimalString,
  balance: decimalString,
  totalSpent: decimalString,
  /** Points of undelivered orders, which cannot be spent yet. */
  pendingPoints: z.number().int().default(0),
  /** Cash paid for undelivered orders, which does not count for the tier yet. */
  pendingSpent: decimalString.default('0.00'),
  /** Discount of the tier, percent of every subtotal. */
  permanentDiscount: z.number().int(),
  referralCode: z.string().nullable(),
  appliedReferralCode: z.string().nullable(),
  referredBy: z.string().nullable(),
  /** Names for which the account last paid a purchase, absent before the first one and once they are erased. */
  lastGameName: z.string().optional(),
  lastChatName: z.string().optional(),
  /** True when the customer agreed to be named in Discord posts about purchases. */
  namedInPurchases: z.boolean().default(false),
  /** True when the customer has redeemed the VIP badge and it is not frozen. */
  vipBadge: z.boolean().optional(),
  /** True while the VIP badge is frozen, until new points make up for points below 0. */
  frozenVipBadge: z.boolean().default(false),
  /** True while Early Access is redeemed, not expired and not frozen. */
  earlyAccess: z.boolean().default(false),
});
export type AccountProfile = z.infer<typeof accountProfile>;
