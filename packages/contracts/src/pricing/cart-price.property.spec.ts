import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TIER_TABLE, TIERS } from '../loyalty/tiers.js';
import { splitByWeight } from '../money.js';
import { priceCart, type CartLine, type PriceTerms } from './cart-price.js';

const cents = (max: number) => fc.integer({ min: 0, max });
const plainLine: fc.Arbitrary<CartLine> = fc.record({
  product: fc.record({
    id: fc.integer({ min: 1, max: 1000 }),
    priceCents: cents(20_000),
    isCustom: fc.constant(false),
    coinValue: fc.option(fc.integer({ min: 1, max: 1_000_000_000 })),
    bulkMinQuantity: fc.option(fc.integer({ min: 2, max: 20 })),
    bulkPriceCents: fc.option(cents(20_000)),
  }),
  quantity: fc.integer({ min: 1, max: 999 }),
});
const customLine: fc.Arbitrary<CartLine> = plainLine.chain((line) =>
  fc.integer({ min: 1, max: 100_000 }).map((customAmount) => ({
    ...line,
    product: { ...line.product, isCustom: true },
    customAmount,
  })),
);
const carts = fc.array(fc.oneof(plainLine, customLine), { minLength: 1, maxLength: 12 });
const terms: fc.Arbitrary<PriceTerms> = fc.record({
  referred: fc.boolean(),
  tierPercent: fc.constantFrom(...TIERS.map((tier) => TIER_TABLE[tier].discountPercent)),
  rewardPercent: fc.constantFrom(0, 10),
  useStoreCredit: fc.boolean(),
  creditCents: fc.integer({ min: -1000, max: 1_000_000 }),
  bonusCents: fc.integer({ min: -1000, max: 1000 }),
});
const addUp = (parts: readonly number[]) => parts.reduce((a, b) => a + b, 0);
const cartOfOne = (priceCents: number): CartLine[] => {
  const product = { id: 1, priceCents, isCustom: false, coinValue: null };
  return [{ product: { ...product, bulkMinQuantity: null, bulkPriceCents: null }, quantity: 1 }];
};

describe('price, for any cart and any buyer', () => {
  it('gives whole cents, none of them negative', () => {
    fc.assert(
      fc.property(carts, terms, (cart, buyer) => {
        const { lines, ...sums } = priceCart(cart, buyer);
        const inLines = lines.flatMap((line) => [line.unitCents, line.lineCents, line.discountCents]);
        const amounts = [...Object.values(sums), ...inLines].filter((value) => typeof value === 'number');
        expect(amounts.filter((value) => !Number.isSafeInteger(value) || value < 0)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('adds up: every step is the one before less what it takes (OWN-38)', () => {
    fc.assert(
      fc.property(carts, terms, (cart, buyer) => {
        const priced = priceCart(cart, buyer);
        const discounts = priced.referralDiscount + priced.tierDiscount + priced.rewardDiscount;
        expect(addUp(priced.lines.map((line) => line.lineCents))).toBe(priced.subtotal);
        expect(priced.subtotal - discounts).toBe(priced.discountedTotal);
        expect(priced.total + priced.creditUsed + priced.bonusUsed).toBe(priced.discountedTotal);
      }),
    );
  });

  it('gives the lines shares that add up to the discounts, none larger than its line (OWN-38)', () => {
    fc.assert(
      fc.property(carts, terms, (cart, buyer) => {
        const { lines, subtotal, discountedTotal } = priceCart(cart, buyer);
        expect(addUp(lines.map((line) => line.discountCents))).toBe(subtotal - discountedTotal);
        expect(lines.filter((line) => line.discountCents > line.lineCents)).toEqual([]);
      }),
    );
  });

  it('can be settled: credit, bonus and cash split over the lines without a negative part', () => {
    fc.assert(
      fc.property(carts, terms, (cart, buyer) => {
        const { lines, creditUsed, bonusUsed, total } = priceCart(cart, buyer);
        const nets = lines.map((line) => line.lineCents - line.discountCents);
        const credits = splitByWeight(creditUsed, nets);
        const afterCredit = nets.map((net, index) => net - (credits[index] ?? 0));
        const bonuses = splitByWeight(bonusUsed, afterCredit);
        const cash = afterCredit.map((net, index) => net - (bonuses[index] ?? 0));
        expect(cash.filter((part) => part < 0)).toEqual([]);
        expect(addUp(cash)).toBe(total);
      }),
    );
  });

  it('spends no more credit and bonus than there are, and nothing unasked', () => {
    fc.assert(
      fc.property(carts, terms, (cart, buyer) => {
        const { creditUsed, bonusUsed } = priceCart(cart, buyer);
        const asked = buyer.useStoreCredit ? 1 : 0;
        expect(creditUsed).toBeLessThanOrEqual(Math.max(0, buyer.creditCents) * asked);
        expect(bonusUsed).toBeLessThanOrEqual(Math.max(0, buyer.bonusCents) * asked);
      }),
    );
  });
});

describe('price, when one thing grows', () => {
  it('a dearer cart never has a lower discounted total', () => {
    fc.assert(
      fc.property(cents(100_000), fc.integer({ min: 1, max: 3 }), terms, (each, more, buyer) => {
        const dearer = priceCart(cartOfOne(each + more), buyer);
        expect(dearer.discountedTotal).toBeGreaterThanOrEqual(
          priceCart(cartOfOne(each), buyer).discountedTotal,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('a further line never lowers the discounted total', () => {
    fc.assert(
      fc.property(carts, plainLine, terms, (cart, line, buyer) => {
        const longer = priceCart([...cart, line], buyer);
        expect(longer.discountedTotal).toBeGreaterThanOrEqual(priceCart(cart, buyer).discountedTotal);
      }),
    );
  });

  it('more credit or bonus never raises the total', () => {
    fc.assert(
      fc.property(carts, terms, cents(100_000), cents(1000), (cart, buyer, credit, bonus) => {
        const creditCents = buyer.creditCents + credit;
        const richer = priceCart(cart, { ...buyer, creditCents, bonusCents: buyer.bonusCents + bonus });
        expect(richer.total).toBeLessThanOrEqual(priceCart(cart, buyer).total);
      }),
    );
  });

  it('a friend’s code, a reward or a higher tier never raises the discounted total', () => {
    fc.assert(
      fc.property(carts, terms, (cart, buyer) => {
        const of = (change: Partial<PriceTerms>) => priceCart(cart, { ...buyer, ...change }).discountedTotal;
        expect(of({ referred: true })).toBeLessThanOrEqual(of({ referred: false }));
        expect(of({ rewardPercent: 10 })).toBeLessThanOrEqual(of({ rewardPercent: 0 }));
        const byTier = TIERS.map((tier) => of({ tierPercent: TIER_TABLE[tier].discountPercent }));
        expect(byTier).toEqual(byTier.toSorted((a, b) => b - a));
      }),
    );
  });
});
