import { z } from 'zod';
import { boundedString, decimalString, id, instant, line } from '../entities/fields.js';
import { reward, rewardCategory, rewardKey } from '../entities/reward.js';
import { tierName } from '../loyalty/tier-name.js';
import { defineCall } from './call.js';
import { listQuery } from './lists.js';

const count = z.number().int();
const percent = z.number().min(0).max(100);

/** GET /api/customer-tier. Amounts are dollars. */
export const customerTierAnswer = z.object({
  currentTier: z.object({
    name: z.string(),
    /** Part of the drawing's name `/art/tier-<icon>.svg`. */
    icon: tierName,
    /** Name of the colour token; never shown without the name. */
    color: tierName,
    /** Percent off every order. */
    discount: count,
    /** English sentences, only about benefits that the shop gives. */
    benefits: z.array(z.string()),
  }),
  /** Null at the highest tier. */
  nextTier: z
    .object({
      name: z.string(),
      icon: tierName,
      discount: count,
      minSpent: decimalString,
      /** 0 when the tier requires no orders, so that no bar is shown. */
      minOrders: count,
    })
    .nullable(),
  progress: z.object({ spent: percent, orders: percent }),
  missing: z.object({ spent: decimalString, orders: count }),
  /** `totalOrders` counts distinct paid purchases. */
  stats: z.object({ totalSpent: decimalString, totalOrders: count }),
});
export type CustomerTierAnswer = z.infer<typeof customerTierAnswer>;

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

/** The benefits of a tier, made by `tierBenefitsFor`. */
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
  /** Points below 0 after a reversal; the next earnings cover them first. */
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
      /** Percent, 0 to 100. */
      percentage: z.number(),
      remaining: decimalString,
    })
    .nullable(),
  /** The latest 100 changes of the points, newest first. */
  transactions: z.array(loyaltyTransaction),
  /** Redeemed rewards, newest first. */
  rewards: z.array(reward),
  /** The offers of the reward shop. */
  shop: z.array(rewardOffer),
});
export type LoyaltyAnswer = z.infer<typeof loyaltyAnswer>;

/**
 * POST /api/loyalty/rewards/redeem. `requestId` is a new random text per click: a repeat with it returns the first
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

/** Length of a referral code, with its prefix. */
export const REFERRAL_CODE_LENGTH = 9;
export const REFERRAL_CODE_PREFIX = 'PAX';
/** One-time bonus for a friend who applies a referral code, cents. */
export const REFERRAL_BONUS_CENTS = 500;

const upperCase = (value: string): string => value.toUpperCase();

/** A chosen code: PAX and six letters or digits, converted to upper case. */
export const referralCode = boundedString(40)
  .trim()
  .transform(upperCase)
  .pipe(z.string().regex(/^PAX[A-Z0-9]{6}$/, 'must be PAX and six letters or digits'));

/** POST /api/referrals/set-code */
export const setReferralCodeRequest = z.strictObject({ customCode: referralCode });
/** POST /api/referrals/set-code and generate-code: the code that is valid now. */
export const referralCodeAnswer = z.object({ referralCode: z.string() });

/** POST /api/referrals/apply. An unknown or malformed code answers REFERRAL_CODE_UNKNOWN. */
export const applyReferralRequest = z.strictObject({ referralCode: line(40).transform(upperCase) });
export const applyReferralAnswer = z.object({ referrerName: z.string() });

/**
 * States of a commission: pending until the friend's order is completed, then available as store credit; reversed when
 * the order is cancelled or refunded.
 */
export const COMMISSION_STATES = ['pending', 'available', 'reversed'] as const;

/** One order of a friend, and its commission. */
export const recentReferral = z.object({
  id,
  referredUsername: z.string(),
  productName: z.string(),
  commission: decimalString,
  state: z.enum(COMMISSION_STATES),
  createdAt: instant,
});

/** GET /api/referrals/stats; the newest five orders of friends. */
export const referralStatsAnswer = z.object({
  stats: z.object({
    /** Accounts that applied the code. */
    total_referrals: z.number().int(),
    /** Accounts that applied the code and have a purchase that was not cancelled or refunded. */
    successful_referrals: z.number().int(),
    /** Store credit earned so far, dollars. */
    total_store_credit: decimalString,
    /** Store credit that the friends' open orders will bring when completed, dollars. */
    pending_store_credit: decimalString,
  }),
  recentReferrals: z.array(recentReferral),
  /** The account's current code; null before it has one. */
  referralCode: z.string().nullable().default(null),
});

export type SetReferralCodeRequest = z.infer<typeof setReferralCodeRequest>;
export type ReferralCodeAnswer = z.infer<typeof referralCodeAnswer>;
export type ApplyReferralRequest = z.infer<typeof applyReferralRequest>;
export type ApplyReferralAnswer = z.infer<typeof applyReferralAnswer>;
export type RecentReferral = z.infer<typeof recentReferral>;
export type ReferralStatsAnswer = z.infer<typeof referralStatsAnswer>;

/** Calls on points, rewards and referrals. */
export const loyaltyCalls = {
  loyalty: defineCall({
    method: 'GET',
    path: '/api/loyalty',
    access: 'session',
    summary: 'Own points, tier, history, rewards and the reward shop.',
    answer: loyaltyAnswer,
    errors: ['NOT_FOUND'],
  }),
  customerTier: defineCall({
    method: 'GET',
    path: '/api/customer-tier',
    access: 'session',
    summary: 'The own tier, what it gives, and how far the next one is.',
    answer: customerTierAnswer,
  }),
  loyaltyHistory: defineCall({
    method: 'GET',
    path: '/api/account/loyalty-history',
    access: 'session',
    summary: 'One page of what was booked on the own points, newest first.',
    query: listQuery,
    answer: z.array(loyaltyTransaction),
  }),
  redeemReward: defineCall({
    method: 'POST',
    path: '/api/loyalty/rewards/redeem',
    access: 'session',
    summary: 'Spends points on a reward; the same `requestId` answers the same reward again.',
    body: redeemRewardRequest,
    status: 201,
    answer: redeemRewardAnswer,
    errors: ['NOT_FOUND', 'ALREADY_OWNED', 'CONFLICT', 'DISPUTE_OPEN', 'INSUFFICIENT_POINTS', 'TIER_TOO_LOW'],
  }),
  referralStats: defineCall({
    method: 'GET',
    path: '/api/referrals/stats',
    access: 'session',
    summary: 'Who applied the own code and what it earned.',
    answer: referralStatsAnswer,
  }),
  setReferralCode: defineCall({
    method: 'POST',
    path: '/api/referrals/set-code',
    access: 'session',
    summary: 'Chooses the own referral code.',
    body: setReferralCodeRequest,
    answer: referralCodeAnswer,
    errors: ['REFERRAL_CODE_TAKEN', 'RATE_LIMITED', 'NOT_FOUND'],
  }),
  generateReferralCode: defineCall({
    method: 'POST',
    path: '/api/referrals/generate-code',
    access: 'session',
    summary: 'Draws a new referral code.',
    answer: referralCodeAnswer,
    errors: ['REFERRAL_CODE_TAKEN', 'RATE_LIMITED', 'NOT_FOUND'],
  }),
  applyReferral: defineCall({
    method: 'POST',
    path: '/api/referrals/apply',
    access: 'session',
    summary: 'Applies the code of a friend, once.',
    body: applyReferralRequest,
    answer: applyReferralAnswer,
    errors: [
      'REFERRAL_CODE_UNKNOWN',
      'REFERRAL_ALREADY_APPLIED',
      'REFERRAL_OWN_CODE',
      'REFERRAL_CIRCLE',
      'DISPUTE_OPEN',
      'RATE_LIMITED',
      'NOT_FOUND',
    ],
  }),
} as const;
