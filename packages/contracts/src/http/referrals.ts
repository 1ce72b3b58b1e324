import { z } from 'zod';
import { decimalString, id, instant, boundedString, line } from '../entities/fields.js';

/** Length and prefix of a referral code. */
export const REFERRAL_CODE_LENGTH = 9;
export const REFERRAL_CODE_PREFIX = 'PAX';
/** The one-time bonus of a friend who applies a code, cents. */
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
 * the order is undone.
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
    /** Accounts that applied the code and have a purchase that was not undone. */
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
