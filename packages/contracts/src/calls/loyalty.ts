import { z } from 'zod';
import { boundedString, decimalString, id, instant, line } from '../entities/fields.js';
import { reward, rewardCategory, rewardKey } from '../entities/reward.js';
import { tierName } from '../loyalty/tier-name.js';
import { defineCall, QUARTER_HOUR_MS } from './call-definition.js';
import { listQuery } from './pagination.js';

const count = z.number().int();
const percent = z.number().min(0).max(100);

/** GET /api/customer-tier: the caller's membership tier. Amounts are dollars. */
export const customerTierAnswer = z.object({
  currentTier: z.object({
    name: z.string(),
    /** Part of the file name of the tier's drawing, `/art/tier-<icon>.svg`. */
    icon: tierName,
    /** Name of the tier's colour token; never shown without the tier's name. */
    color: tierName,
    /** Discount of the tier, percent off every order. */
    discount: count,
    /** English sentences about the tier's benefits, only those that the shop really gives. */
    benefits: z.array(z.string()),
  }),
  /** The next tier; null at the highest one. */
  nextTier: z
    .object({
      name: z.string(),
      icon: tierName,
      discount: count,
      minSpent: decimalString,
      /** Number of orders that the tier requires; 0 for none, so that no bar for orders is shown. */
      minOrders: count,
    })
    .nullable(),
  progress: z.object({ spent: percent, orders: percent }),
  missing: z.object({ spent: decimalString, orders: count }),
  /** Figures of the account; `totalOrders` counts paid purchases. */
  stats: z.object({ totalSpent: decimalString, totalOrders: count }),
});
export type CustomerTierAnswer = z.infer<typeof customerTierAnswer>;

export const LOYALTY_KINDS = ['purchase', 'reversal', 'reward', 'other'] as const;

/** One entry in the history of an account's points. */
export const loyaltyTransaction = z.object({
  id: z.number().int(),
  /** Number of points; negative when they were spent. */
  points: z.number().int(),
  type: z.enum(['earned', 'spent']),
  description: z.string(),
  /** Kind of the change of points, which screens translate. */
  kind: z.enum(LOYALTY_KINDS),
  /** The reward that was redeemed, for the kind `reward`. */
  rewardKey: rewardKey.nullable(),
  /** The first product that was bought, and how many more, for the kind `purchase`. */
  product: z.string().nullable().default(null),
  moreProducts: z.number().int().default(0),
  /** The order that was reversed, for the kind `reversal`. */
  orderId: id.nullable(),
  createdAt: instant,
});
export type LoyaltyTransaction = z.infer<typeof loyaltyTransaction>;

/** Points that an order will bring when it is delivered. */
export const pendingEarning = z.object({
  orderId: id,
  points: z.number().int(),
  /** Name of the ordered product. */
  product: z.string(),
  createdAt: instant,
});

/** Benefits of a tier, as `listTierBenefits` computes them. */
export const tierBenefits = z.object({
  label: z.string(),
  color: tierName,
  pointsMultiplier: z.number(),
  bonusPointsPercentage: z.number(),
  exclusiveRewards: z.boolean(),
  prioritySupport: z.boolean(),
  specialAccess: z.boolean(),
});

/** One offer of the reward shop, as the calling account sees it. */
export const rewardOffer = z.object({
  id: rewardKey,
  name: z.string(),
  description: z.string(),
  pointsCost: z.number().int(),
  category: rewardCategory,
  value: z.string(),
  requiredTier: tierName,
  /** True for a badge or early access that the account already owns, so that redeeming it again is refused. */
  isOwned: z.boolean(),
});
export type RewardOfferAnswer = z.infer<typeof rewardOffer>;

/** GET /api/loyalty: the account's points, tier and rewards. */
export const loyaltyAnswer = z.object({
  /** Points that can be spent; never below 0. */
  points: z.number().int(),
  /** Points missing after a reversal took back more than the account had; new points fill this gap first. */
  pendingDeduction: z.number().int(),
  totalSpent: decimalString,
  /** Points of undelivered orders, which cannot be spent yet. */
  pendingPoints: z.number().int().default(0),
  /** Cash paid for undelivered orders, which does not count for the tier yet. */
  pendingSpent: decimalString.default('0.00'),
  /** The newest 100 orders whose points are pending. */
  pending: z.array(pendingEarning).default([]),
  membershipTier: tierName,
  benefits: tierBenefits,
  /** Progress to the next tier, in dollars; null at the highest tier, whose bar is full. */
  nextTier: z
    .object({
      tier: tierName,
      current: decimalString,
      required: decimalString,
      /** Progress in percent, from 0 to 100. */
      percentage: z.number(),
      remaining: decimalString,
    })
    .nullable(),
  /** The latest 100 changes of the points, newest first. */
  transactions: z.array(loyaltyTransaction),
  /** The account's redeemed rewards, newest first. */
  rewards: z.array(reward),
  /** The offers of the reward shop. */
  shop: z.array(rewardOffer),
});
export type LoyaltyAnswer = z.infer<typeof loyaltyAnswer>;

/**
 * POST /api/loyalty/rewards/redeem. `requestId` is a new random text per click, so that a repeated call returns the
 * first reward and spends no more points.
 */
export const redeemRewardRequest = z.strictObject({
  rewardId: boundedString(40).min(1),
  requestId: boundedString(64)
    .regex(/^[A-Za-z0-9_-]{16,64}$/)
    .optional(),
});
export type RedeemRewardRequest = z.infer<typeof redeemRewardRequest>;

/** Answer with status 201: the new reward, and the points left. */
export const redeemRewardAnswer = z.object({ reward, points: z.number().int() });
export type RedeemRewardAnswer = z.infer<typeof redeemRewardAnswer>;

/** Length of a referral code, including its prefix. */
export const REFERRAL_CODE_LENGTH = 9;
export const REFERRAL_CODE_PREFIX = 'PAX';
/** One-time bonus for a friend who applies a referral code, cents. */
export const REFERRAL_BONUS_CENTS = 500;

const convertToUpperCase = (value: string): string => value.toUpperCase();

/** A referral code that its owner chose: PAX and six letters or digits, converted to upper case. */
export const referralCode = boundedString(40)
  .trim()
  .transform(convertToUpperCase)
  .pipe(z.string().regex(/^PAX[A-Z0-9]{6}$/, 'must be PAX and six letters or digits'));

/** GET /api/referrals/{code}: the account that invites by a referral link. */
export const referralLinkAnswer = z.object({ referrerName: z.string() });

/** POST /api/referrals/set-code: sets a chosen referral code. */
export const setReferralCodeRequest = z.strictObject({ customCode: referralCode });
/** Answer of POST /api/referrals/set-code and generate-code: the account's code from now on. */
export const referralCodeAnswer = z.object({ referralCode: z.string() });

/** POST /api/referrals/apply: applies a friend's code. An unknown or malformed code answers REFERRAL_CODE_UNKNOWN. */
export const applyReferralRequest = z.strictObject({ referralCode: line(40).transform(convertToUpperCase) });
export const applyReferralAnswer = z.object({ referrerName: z.string() });

/**
 * States of a commission: pending until the friend's order is completed, then available as store credit; reversed when
 * the order is cancelled or refunded.
 */
export const COMMISSION_STATES = ['pending', 'available', 'reversed'] as const;

/** An order by a referred friend, and the referrer's commission. */
export const recentReferral = z.object({
  id,
  referredUsername: z.string(),
  productName: z.string(),
  commission: decimalString,
  state: z.enum(COMMISSION_STATES),
  createdAt: instant,
});

/** GET /api/referrals/stats: the account's earnings by referrals, with the newest five orders of friends. */
export const referralStatsAnswer = z.object({
  stats: z.object({
    /** Number of visits by the account's link, at most one per visitor and day. */
    opened: z.number().int().default(0),
    /** Number of accounts that applied the code. */
    total_referrals: z.number().int(),
    /** Number of accounts that applied the code and made a purchase that was not cancelled or refunded. */
    successful_referrals: z.number().int(),
    /** Store credit that the referrals have earned so far, dollars. */
    total_store_credit: decimalString,
    /** Store credit that friends' open orders will bring when they are completed, dollars. */
    pending_store_credit: decimalString,
  }),
  recentReferrals: z.array(recentReferral),
  /** Referral code of the account; null before it has one. */
  referralCode: z.string().nullable().default(null),
});

export type ReferralLinkAnswer = z.infer<typeof referralLinkAnswer>;
export type SetReferralCodeRequest = z.infer<typeof setReferralCodeRequest>;
export type ReferralCodeAnswer = z.infer<typeof referralCodeAnswer>;
export type ApplyReferralRequest = z.infer<typeof applyReferralRequest>;
export type ApplyReferralAnswer = z.infer<typeof applyReferralAnswer>;
export type RecentReferral = z.infer<typeof recentReferral>;
export type ReferralStatsAnswer = z.infer<typeof referralStatsAnswer>;

/** Calls about points, rewards and referrals. */
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
  referralLink: defineCall({
    method: 'GET',
    path: '/api/referrals/:code',
    params: { code: referralCode },
    access: 'public',
    query: z.object({ opened: z.literal('true').optional() }),
    summary: 'Who invites by a referral link; counts the visit of a page that was just opened by it.',
    answer: referralLinkAnswer,
    errors: ['REFERRAL_CODE_UNKNOWN'],
    bounds: { perAddress: { name: 'referral-link', points: 30, windowMs: QUARTER_HOUR_MS } },
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
