import { z } from 'zod';
import { customerTierAnswer } from '../http/customer-tier.js';
import { listQuery } from '../http/lists.js';
import {
  loyaltyAnswer,
  loyaltyTransaction,
  redeemRewardAnswer,
  redeemRewardRequest,
} from '../http/loyalty.js';
import {
  applyReferralAnswer,
  applyReferralRequest,
  referralCodeAnswer,
  referralStatsAnswer,
  setReferralCodeRequest,
} from '../http/referrals.js';
import { defineCall } from './call.js';

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
