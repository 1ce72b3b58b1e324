import { z } from 'zod';
import { tierName } from '../loyalty/tier-name.js';
import { decimalString, id, instant } from './fields.js';
import { staffRight } from './rights.js';
import { role } from './role.js';

/** The current user, the bare answer of GET /api/auth/me. */
export const currentUser = z.object({
  id,
  username: z.string(),
  /** Proven by Discord sign-in, or null. */
  discordId: z.string().nullable(),
  discordUsername: z.string().nullable(),
  minecraftName: z.string().nullable(),
  role,
  /** True for admins and staff. */
  isAuthorizedUser: z.boolean(),
  /** What this session may do in the panel; nothing for customers. */
  rights: z.array(staffRight).optional(),
  blocked: z.boolean(),
  membershipTier: tierName,
  loyaltyPoints: z.number().int(),
  createdAt: instant,
});
export type CurrentUser = z.infer<typeof currentUser>;

/** The profile of the account page and the checkout. */
export const accountProfile = currentUser.extend({
  /** A typed Discord id: an unverified claim, never used for rights. */
  claimedDiscordId: z.string().nullable(),
  /** What can be spent now. */
  storeCredit: decimalString,
  /** Credit held back until the points that a reversal took are made good; absent where there is none. */
  frozenCredit: decimalString.optional(),
  referralBonus: decimalString,
  balance: decimalString,
  totalSpent: decimalString,
  /** Points of orders that are not delivered yet: not to spend. */
  pendingPoints: z.number().int().default(0),
  /** Cash of orders that are not delivered yet: counts for no tier. */
  pendingSpent: decimalString.default('0.00'),
  /** Percent off every subtotal. */
  permanentDiscount: z.number().int(),
  referralCode: z.string().nullable(),
  appliedReferralCode: z.string().nullable(),
  referredBy: z.string().nullable(),
  /** The VIP badge was redeemed and is not held back. */
  vipBadge: z.boolean().optional(),
  /** The VIP badge is held back until the points that a reversal took are made good. */
  frozenVipBadge: z.boolean().default(false),
  /** Early access was redeemed, is not over, and is not held back. */
  earlyAccess: z.boolean().default(false),
});
export type AccountProfile = z.infer<typeof accountProfile>;
