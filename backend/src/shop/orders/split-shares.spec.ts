import { describe, expect, it } from '@jest/globals';
import {
  computeCommissionOnCash,
  computePoints,
  priceCart,
  formatCentsAsDecimal,
  type CartLine,
  type PriceTerms,
} from '@pax/contracts';
import fc from 'fast-check';
import { splitCheckoutShares } from './refund-share.js';

const line: fc.Arbitrary<CartLine> = fc.record({
  product: fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    priceCents: fc.integer({ min: 0, max: 2_000 }),
    isCustom: fc.constant(false),
    coinValue: fc.constant(null),
    bulkMinQuantity: fc.constant(null),
    bulkPriceCents: fc.constant(null),
  }),
  quantity: fc.integer({ min: 1, max: 9 }),
});
const terms: fc.Arbitrary<PriceTerms> = fc.record({
  referred: fc.boolean(),
  tierPercent: fc.constantFrom(0, 2, 4, 6, 8),
  rewardPercent: fc.constantFrom(0, 10),
  useStoreCredit: fc.constant(true),
  creditCents: fc.integer({ min: 0, max: 9_000 }),
  bonusCents: fc.integer({ min: 0, max: 500 }),
});
/** Credit that leaves a few cents to pay, where rounding has the least room; or any amount. */
const leftOver = fc.option(fc.integer({ min: 0, max: 4 }), { freq: 2 });
const withCredit = (cart: CartLine[], buyer: PriceTerms, left: number | null): PriceTerms => {
  if (left === null) return buyer;
  const { discountedTotal, bonusUsed } = priceCart(cart, { ...buyer, creditCents: 0 });
  return { ...buyer, creditCents: Math.max(0, discountedTotal - bonusUsed - left) };
};
const sum = (parts: readonly number[]) => parts.reduce((a, b) => a + b, 0);

describe('the shares of the lines', () => {
  it('are never below 0 and make up their line and the whole, for any cart (OWN-89)', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        terms,
        leftOver,
        fc.boolean(),
        (cart, anyBuyer, left, isReferred) => {
          const buyer = withCredit(cart, anyBuyer, left);
          const { lines, total, creditUsed, bonusUsed, referralDiscount } = priceCart(cart, buyer);
          const points = computePoints(total, 'gold');
          const shares = splitCheckoutShares({
            checkout: {
              totalCents: total,
              creditCents: creditUsed,
              bonusCents: bonusUsed,
              quote: { discounts: { referral: formatCentsAsDecimal(referralDiscount) } },
            },
            lines,
            points,
            commission: isReferred ? { referrerId: 7, cents: computeCommissionOnCash(total) } : null,
          });
          const amounts = shares.flatMap((one) => [
            one.cashCents,
            one.creditCents,
            one.bonusCents,
            one.points,
            one.commissionCents,
            one.referralDiscountCents,
          ]);
          expect(amounts.filter((amount) => !(amount >= 0))).toEqual([]);
          for (const [index, { totalCents, cashCents, creditCents, bonusCents }] of shares.entries()) {
            expect(cashCents + creditCents + bonusCents).toBe(totalCents);
            expect(totalCents).toBe((lines[index]?.lineCents ?? 0) - (lines[index]?.discountCents ?? 0));
          }
          expect({
            cash: sum(shares.map((one) => one.cashCents)),
            credit: sum(shares.map((one) => one.creditCents)),
            bonus: sum(shares.map((one) => one.bonusCents)),
            points: sum(shares.map((one) => one.points)),
            commission: sum(shares.map((one) => one.commissionCents)),
            referral: sum(shares.map((one) => one.referralDiscountCents)),
          }).toEqual({
            cash: total,
            credit: creditUsed,
            bonus: bonusUsed,
            points,
            commission: isReferred ? computeCommissionOnCash(total) : 0,
            referral: referralDiscount,
          });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('give a line that costs nothing nothing, and the last cents to no line twice', () => {
    const shares = splitCheckoutShares({
      checkout: {
        totalCents: 1,
        creditCents: 2,
        bonusCents: 1,
        quote: { discounts: { referral: '0.00' } },
      },
      lines: [1, 0, 2, 1].map((lineCents) => ({ lineCents, discountCents: 0 })),
      points: 1,
      commission: null,
    });
    expect(shares.map(({ totalCents }) => totalCents)).toEqual([1, 0, 2, 1]);
    expect(
      shares.filter(
        ({ cashCents, creditCents, bonusCents }) => Math.min(cashCents, creditCents, bonusCents) < 0,
      ),
    ).toEqual([]);
    expect(shares[1]).toMatchObject({ cashCents: 0, creditCents: 0, bonusCents: 0, points: 0 });
  });

  it.each([
    { nets: [1, 1], creditCents: 1, bonusCents: 1 },
    { nets: [5, 3, 1], creditCents: 5, bonusCents: 4 },
    { nets: [50, 30, 20], creditCents: 99, bonusCents: 1 },
    { nets: [33, 33, 33, 1], creditCents: 1, bonusCents: 99 },
    { nets: [60, 40], creditCents: 99, bonusCents: 0 },
  ])('take no line below 0 where all is paid by credit and bonus, or all but a cent: %j (OWN-89)', (cart) => {
    const { nets, creditCents, bonusCents } = cart;
    const totalCents = sum(nets) - creditCents - bonusCents;
    const shares = splitCheckoutShares({
      checkout: { totalCents, creditCents, bonusCents, quote: { discounts: { referral: '0.00' } } },
      lines: nets.map((lineCents) => ({ lineCents, discountCents: 0 })),
      points: 0,
      commission: null,
    });
    const cash = shares.map((one) => one.cashCents);
    expect([sum(cash), Math.min(...cash) >= 0]).toEqual([totalCents, true]);
    expect(shares.map((one) => one.cashCents + one.creditCents + one.bonusCents)).toEqual(nets);
  });

  it('follow the cash, not the prices: who pays one line with credit earns by the other (OWN-89)', () => {
    const shares = splitCheckoutShares({
      checkout: { totalCents: 1, creditCents: 99, bonusCents: 0, quote: { discounts: { referral: '0.00' } } },
      lines: [60, 40].map((lineCents) => ({ lineCents, discountCents: 0 })),
      points: 10,
      commission: null,
    });
    expect(shares.map(({ cashCents, points }) => [cashCents, points])).toEqual([
      [1, 10],
      [0, 0],
    ]);
  });
});
