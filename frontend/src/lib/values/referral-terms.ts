/**
 * Terms of the referral programme. They are copied, because the contracts' schemas are too large for a page; a spec
 * compares both.
 */
export const referralTerms = {
  friendPercent: 5,
  /** Bonus that a new friend gets once, cents. */
  friendBonusCents: 500,
  /** Minimum order value at which the bonus can be used, cents. */
  bonusFromCents: 4500,
  /** Part of the friend's cash payment that the referrer gets as store credit, percent. */
  referrerPercent: 10,
  /** Maximum credit of a referrer per calendar month, until the operator's setting is loaded. */
  monthlyCap: '50.00',
} as const;
