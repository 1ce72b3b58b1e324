import type { Quote } from '@pax/contracts';

/** A quote of nothing, for specs that look at one part of it. */
export const quote = (changes: Partial<Quote> = {}): Quote => ({
  lines: [],
  subtotal: '0.00',
  discounts: { referral: '0.00', tier: '0.00', tierPercent: 0, reward: '0.00' },
  discountedTotal: '0.00',
  storeCreditUsed: '0.00',
  referralBonusUsed: '0.00',
  bonusUsable: false,
  total: '0.00',
  points: 0,
  ...changes,
});
