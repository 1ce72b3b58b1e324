import { z } from 'zod';
import { decimalString, id, instant, boundedString } from '../entities/fields.js';
import { reward, rewardCategory, rewardKey } from '../entities/reward.js';
import { tierName } from '../loyalty/tier-name.js';

export const LOYALTY_KINDS = ['purchase', 'reversal', 'reward', 'other'] as const;

/** One row of the history of points. */
export const loyaltyTransaction = z.object({
  id: z.number().int(),
  /** Negative when spent. */
  points: z.number().int(),
  type: z.enum(['earned', 'spent']),
  description: z.string(),
  /** Kind of the change, which screens translate. */
  kind: z.enum(LOYALTY_KINDS),
  /** The reward redeemed, for kind reward. */
  rewardKey: rewardKey.nullable(),
  /** The reversed order, for kind reversal. */
  orderId: id.nullable(),
  createdAt: instant,
});
export type LoyaltyTransaction = z.infer<typeof loyaltyTransaction>;

/** Points that an order will bring with its delivery. */
export const pendingEarning = z.object({
  orderId: id,
  points: z.number().int(),
  /** The product's name. */
  product: z.string(),
  createdAt: instant,
});

/** The benefits of a tier; see tierBenefit(). */
export const tierBenefits = z.object({
  label: z.string(),
  color: tierName,
  pointsMultiplier: z.number(),
  bonusPointsPercentage: z.number(),
  exclusiveRewards: z.boolean(),
  prioritySupport: z.boolean(),
  specialAccess: z.boolean(),
});

/** One offer of the reward shop, as the requesting account sees it. */
export const rewardOffer = z.object({
  id: rewardKey,
  name: z.string(),
  description: z.string(),
  pointsCost: z.number().int(),
  category: rewardCategory,
  value: z.string(),
  requiredTier: tierName,
  /** True for an owned badge or access in force, whose repeated redemption is refused. */
  isOwned: z.boolean(),
});
export type RewardOfferAnswer = z.infer<typeof rewardOffer>;

/** GET /api/loyalty: the account's points, tier and rewards. */
export const loyaltyAnswer = z.object({
  /** Points to spend; never below 0. */
  points: z.number().int(),
  /** Points below 0 after a reversal; the next earnings make up for them. */
  pendingDeduction: z.number().int(),
  totalSpent: decimalString,
  /** Points of undelivered orders, which cannot be spent yet. */
  pendingPoints: z.number().int().default(0),
  /** Cash of undelivered orders, which does not count for the tier yet. */
  pendingSpent: decimalString.default('0.00'),
  /** The orders with pending points, the newest 100. */
  pending: z.array(pendingEarning).default([]),
  membershipTier: tierName,
  benefits: tierBenefits,
  /** Null at the highest tier, whose bar is full. Amounts in dollars. */
  nextTier: z
    .object({
      tier: tierName,
      current: decimalString,
      required: decimalString,
      /** 0 to 100. */
      percentage: z.number(),
      remaining: decimalString,
    })
    .nullable(),
  /** Newest first, the latest 100. */
  transactions: z.array(loyaltyTransaction),
  /** Newest first. */
  rewards: z.array(reward),
  shop: z.array(rewardOffer),
});
export type LoyaltyAnswer = z.infer<typeof loyaltyAnswer>;

/**
 * POST /api/loyalty/rewards/redeem. `requestId` is any fresh random text per click: a repeat with it answers the first
 * reward again and spends nothing.
 */
export const redeemRewardRequest = z.strictObject({
  rewardId: boundedString(40).min(1),
  requestId: boundedString(64)
    .regex(/^[A-Za-z0-9_-]{16,64}$/)
    .optional(),
});
export type RedeemRewardRequest = z.infer<typeof redeemRewardRequest>;

/** The answer, 201: the new reward, and the points left. */
export const redeemRewardAnswer = z.object({ reward, points: z.number().int() });
export type RedeemRewardAnswer = z.infer<typeof redeemRewardAnswer>;
