import { describe, expect, it } from '@jest/globals';
import { priceCart, getUnitPrice, VISITOR_TERMS, type CartLine, type PricedProduct } from './cart-price.js';

const goods = (priceCents: number, more: Partial<PricedProduct> = {}): PricedProduct => ({
  id: 1,
  priceCents,
  isCustom: false,
  coinValue: null,
  bulkMinQuantity: null,
  bulkPriceCents: null,
  ...more,
});
const cart = (...cents: number[]): CartLine[] =>
  cents.map((each, index) => ({ product: goods(each, { id: index + 1 }), quantity: 1 }));
const elytra = goods(1799, { bulkMinQuantity: 3, bulkPriceCents: 1599 });
const customCoins = goods(0, { isCustom: true });
const creditTerms = { ...VISITOR_TERMS, useStoreCredit: true };

describe('price, line by line', () => {
  it('multiplies price and pieces, and counts the coins they carry (SHOP-9.8)', () => {
    const product = goods(1599, { coinValue: 100_000_000 });
    expect(priceCart([{ product, quantity: 3 }])).toMatchObject({
      lines: [{ productId: 1, quantity: 3, unitCents: 1599, lineCents: 4797, coins: 300_000_000 }],
      subtotal: 4797,
      total: 4797,
    });
  });

  it('breaks the price of the Elytra at three pieces, for all of them (SHOP-9.12, OWN-43)', () => {
    const line = (quantity: number) => priceCart([{ product: elytra, quantity }]).subtotal;
    expect([1, 2, 3, 4].map(line)).toEqual([1799, 3598, 4797, 6396]);
    expect(getUnitPrice({ ...elytra, bulkPriceCents: null }, 3)).toBe(1799);
    expect(getUnitPrice({ ...elytra, bulkMinQuantity: null }, 3)).toBe(1799);
  });

  it('prices custom coins by their amount, always as one piece (SHOP-9.10)', () => {
    const { lines, total } = priceCart([{ product: customCoins, quantity: 7, customAmount: 250 }]);
    expect(lines).toEqual([
      {
        productId: 1,
        quantity: 1,
        customAmount: 250,
        coins: 250_000_000,
        unitCents: 3250,
        lineCents: 3250,
        discountCents: 0,
      },
    ]);
    expect(total).toBe(3250);
  });

  it('costs nothing when the cart is empty', () => {
    expect(priceCart([])).toMatchObject({ lines: [], subtotal: 0, discountedTotal: 0, total: 0 });
  });
});

describe('price, step by step (OWN-38)', () => {
  it('gives a visitor no discount', () => {
    expect(priceCart(cart(3250))).toMatchObject({
      subtotal: 3250,
      referralDiscount: 0,
      tierDiscount: 0,
      rewardDiscount: 0,
      discountedTotal: 3250,
      creditUsed: 0,
      bonusUsed: 0,
      bonusUsable: false,
      total: 3250,
    });
  });

  it('takes 5 % of the subtotal for a friend’s code (SHOP-9.13)', () => {
    expect(priceCart(cart(3250), { ...VISITOR_TERMS, referred: true })).toMatchObject({
      referralDiscount: 163,
      total: 3087,
    });
  });

  it('takes the tier’s percent of the subtotal as well, not of the rest (SHOP-9.14)', () => {
    const terms = { ...VISITOR_TERMS, referred: true, tierPercent: 8 };
    expect(priceCart(cart(10_000), terms)).toMatchObject({
      referralDiscount: 500,
      tierDiscount: 800,
      total: 8700,
    });
  });

  it('takes the reward code’s 10 % of what referral and tier leave (OWN-38)', () => {
    const terms = { ...VISITOR_TERMS, referred: true, tierPercent: 8, rewardPercent: 10 };
    expect(priceCart(cart(10_000), terms)).toMatchObject({ rewardDiscount: 870, discountedTotal: 7830 });
  });

  it('uses store credit first, with no minimum and up to the total (SHOP-9.15)', () => {
    const used = (creditCents: number) => priceCart(cart(300), { ...creditTerms, creditCents });
    expect(used(1)).toMatchObject({ creditUsed: 1, total: 299 });
    expect(used(300)).toMatchObject({ creditUsed: 300, total: 0 });
    expect(used(9999)).toMatchObject({ creditUsed: 300, total: 0 });
  });

  it('uses the bonus after the credit, for what remains; the rest of it stays (SHOP-9.16)', () => {
    const terms = { ...creditTerms, creditCents: 4300, bonusCents: 500 };
    expect(priceCart(cart(5000), terms)).toMatchObject({ creditUsed: 4300, bonusUsed: 500, total: 200 });
    expect(priceCart(cart(4500), terms)).toMatchObject({ creditUsed: 4300, bonusUsed: 200, total: 0 });
  });

  it('lets the bonus be used from a discounted total of $45.00, whatever the credit pays (SHOP-5.23)', () => {
    const terms = { ...creditTerms, bonusCents: 500 };
    expect(priceCart(cart(4499), terms)).toMatchObject({ bonusUsable: false, bonusUsed: 0, total: 4499 });
    expect(priceCart(cart(4500), terms)).toMatchObject({ bonusUsable: true, bonusUsed: 500, total: 4000 });
    const withCode = { ...terms, rewardPercent: 10 };
    expect(priceCart(cart(4990), withCode)).toMatchObject({ bonusUsable: false, bonusUsed: 0, total: 4491 });
    expect(priceCart(cart(5000), withCode)).toMatchObject({ bonusUsable: true, bonusUsed: 500, total: 4000 });
    expect(priceCart(cart(4600), { ...terms, referred: true })).toMatchObject({
      discountedTotal: 4370,
      bonusUsable: false,
      bonusUsed: 0,
    });
    expect(priceCart(cart(4500), { ...terms, creditCents: 4400 })).toMatchObject({ bonusUsed: 100 });
  });

  it('touches neither credit nor bonus unless the buyer ticked it', () => {
    const terms = { ...VISITOR_TERMS, creditCents: 1000, bonusCents: 500 };
    expect(priceCart(cart(5000), terms)).toMatchObject({
      creditUsed: 0,
      bonusUsed: 0,
      bonusUsable: true,
      total: 5000,
    });
  });

  it('treats balances below 0 as 0', () => {
    const terms = { ...creditTerms, creditCents: -700, bonusCents: -500 };
    expect(priceCart(cart(5000), terms)).toMatchObject({ creditUsed: 0, bonusUsed: 0, total: 5000 });
  });
});

describe('price, discounts per line', () => {
  it('splits all discounts by largest remainder so that they add up (OWN-38)', () => {
    const priced = priceCart(cart(999, 1, 2500), { ...VISITOR_TERMS, referred: true, tierPercent: 2 });
    expect(priced.subtotal - priced.discountedTotal).toBe(245);
    expect(priced.lines.map((line) => line.discountCents)).toEqual([70, 0, 175]);
  });

  it('gives a line that costs nothing no share', () => {
    const { lines } = priceCart(cart(0, 2000), { ...VISITOR_TERMS, rewardPercent: 10 });
    expect(lines.map((line) => line.discountCents)).toEqual([0, 200]);
  });

  it('leaves credit and bonus out of the lines', () => {
    const { lines } = priceCart(cart(5000), { ...creditTerms, creditCents: 100, bonusCents: 100 });
    expect(lines.map((line) => line.discountCents)).toEqual([0]);
  });
});
