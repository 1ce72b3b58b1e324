/**
 * What the referral programme gives (SHOP-9.22, SHOP-9.24): the numbers that its texts name. The server's own lie with
 * the schemas, too heavy for a page; a spec keeps these equal to them.
 */
export const referralTerms = {
  friendPercent: 5,
  /** Once, cents. */
  friendBonusCents: 500,
  /** The bonus can be used from an order of this, cents. */
  bonusFromCents: 4500,
  /** Of the friend's cash, as store credit. */
  referrerPercent: 10,
} as const;
