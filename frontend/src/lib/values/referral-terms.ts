/**
 * Terms of the referral programme. Copied, because the contracts' schemas are too
 * large for a page; a spec compares them.
 */
export const referralTerms = {
  friendPercent: 5,
  /** Once, cents. */
  friendBonusCents: 500,
  /** The bonus can be used from an order of this, cents. */
  bonusFromCents: 4500,
  /** Share of the friend's cash payment, given as store credit. */
  referrerPercent: 10,
  /** Most of that in a calendar month, until the operator's setting is loaded. */
  monthlyCap: '50.00',
} as const;
