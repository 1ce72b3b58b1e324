import { z } from 'zod';
import { decimalString, id, instant, boundedString, line } from '../entities/fields.js';

/** Length of a referral code and what stands at its start. */
export const REFERRAL_CODE_LENGTH = 9;
export const REFERRAL_CODE_PREFIX = 'PAX';
/** The one-time bonus of a friend who applies a code, cents. */
export const REFERRAL_BONUS_CENTS = 500;

const upperCase = (value: string): string => value.toUpperCase();

/** A code as it is chosen: PAX and six letters or digits, forced to upper case. */
export const referralCode = boundedString(40)
  .trim()
  .transform(upperCase)
  .pipe(z.string().regex(/^PAX[A-Z0-9]{6}$/, 'must be PAX and six letters or digits'));

/** POST /api/referrals/set-code */
export const setReferralCodeRequest = z.strictObject({ customCode: referralCode });
/** POST /api/referrals/set-code and generate-code: the code that is valid now. */
export const referralCodeAnswer = z.object({ referralCode: z.string() });

/** POST /api/referrals/apply. Whatever is no code of the shop answers REFERRAL_CODE_UNKNOWN. */
export const applyReferralRequest = z.strictObject({ referralCode: line(40).transform(upperCase) });
export const applyReferralAnswer = z.object({ referrerName: z.string() });

/**
 * What became of a commission: pending until the friend's order is completed, then available as store credit;
 * reversed when that order was undone.
 */
export const COMMISSION_STATES = ['pending', 'available', 'reversed'] as const;

/** One order of a friend and what it earns. */
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
    /** Those of them with a purchase that stands. */
    successful_referrals: z.number().int(),
    /** Store credit earned so far, dollars. */
    total_store_credit: decimalString,
    /** What becomes store credit when the friends' open orders are completed, dollars. */
    pending_store_credit: decimalString,
  }),
  recentReferrals: z.array(recentReferral),
  /** The own code that is valid now; null before one is made. */
  referralCode: z.string().nullable().default(null),
});

export type SetReferralCodeRequest = z.infer<typeof setReferralCodeRequest>;
export type ReferralCodeAnswer = z.infer<typeof referralCodeAnswer>;
export type ApplyReferralRequest = z.infer<typeof applyReferralRequest>;
export type ApplyReferralAnswer = z.infer<typeof applyReferralAnswer>;
export type RecentReferral = z.infer<typeof recentReferral>;
export type ReferralStatsAnswer = z.infer<typeof referralStatsAnswer>;
