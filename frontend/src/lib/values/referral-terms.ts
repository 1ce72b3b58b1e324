/**
 * Terms of the referral programme. Copied, because the contracts' schemas are too
 * large for a page; a spec compares them.
 */
export const referralTerms = {
  friendPercent: 5,
  /** Bonus of a new friend, granted once, cents. */
  friendBonusCents: 500,
  /** Minimum order for which the bonus can be used, cents. */
  bonusFromCents: 4500,
  /** Share of the friend's cash payment, given as store credit. */
  referrerPercent: 10,
  /** Maximum referrer's credit per calendar month until the operator's setting is loaded. */
  monthlyCap: '50.00',
} as const;
