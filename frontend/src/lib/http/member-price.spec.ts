import { expect, it } from '@jest/globals';
import { priceCart, REFERRAL_DISCOUNT_PERCENT, TIER_TABLE, TIERS, VISITOR_TERMS } from '@pax/contracts';
import { user } from '../../test/user';
import { memberTermsOf, toMemberPrice } from './member-price';

const ACCOUNTS = TIERS.flatMap((tier) => [true, false].map((referred) => ({ tier, referred })));
/** Every price up to $30, and larger ones at odd distances. */
const PRICES = [
  ...Array.from({ length: 3_000 }, (_, cents) => cents + 1),
  ...Array.from({ length: 2_000 }, (_, place) => 3_001 + place * 997),
];

it.each(ACCOUNTS)(
  'is what the quote for one piece says, for $tier, referred: $referred (OWN-1422)',
  ({ tier, referred }) => {
    const { discountPercent: tierPercent } = TIER_TABLE[tier];
    const terms = memberTermsOf(user({ membershipTier: tier, permanentDiscount: tierPercent, referred }));
    const product = { id: 1, isCustom: false, coinValue: null, bulkMinQuantity: null, bulkPriceCents: null };
    const wrong = PRICES.filter((priceCents) => {
      const quote = priceCart([{ product: { ...product, priceCents }, quantity: 1 }], {
        ...VISITOR_TERMS,
        referred,
        tierPercent,
      });
      return toMemberPrice(priceCents, terms) !== quote.total;
    });
    expect(wrong).toEqual([]);
  },
);

it('is the list price for a visitor, without discounts, and where an older server names none (OWN-1422)', () => {
  const without = [null, undefined, user(), user({ permanentDiscount: 0, referred: false })];
  for (const me of without) expect(toMemberPrice(1_799, memberTermsOf(me))).toBe(1_799);
  const friend = user({ permanentDiscount: 0, referred: true });
  expect(memberTermsOf(friend)).toEqual({ referred: true, tierPercent: 0 });
  expect(toMemberPrice(1_000, memberTermsOf(friend))).toBe(1_000 - 10 * REFERRAL_DISCOUNT_PERCENT);
});
