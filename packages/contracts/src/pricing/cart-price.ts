import type { Product } from '../entities/product.js';
import { type Cents, parseDecimalToCents, computePercentage, splitByWeight } from '../money.js';
import { COINS_PER_MILLION, computeCustomCoinPrice } from './coin-prices.js';

/** Fields of a product that determine its price. */
export interface PricedProduct {
  id: number;
  priceCents: Cents;
  isCustom: boolean;
  /** Number of coins in one piece; null for other goods. */
  coinValue: number | null;
  bulkMinQuantity: number | null;
  bulkPriceCents: Cents | null;
}

export interface CartLine {
  product: PricedProduct;
  /** Number of pieces; always 1 for coins sold in any amount. */
  quantity: number;
  /** Whole millions of coins; only for coins sold in any amount. */
  customAmount?: number;
}

/** What changes the price for a buyer, such as discounts; nothing for a visitor. */
export interface PriceTerms {
  /** True when the account has applied a friend's referral code. */
  referred: boolean;
  /** Discount of the membership tier, percent of the subtotal. */
  tierPercent: number;
  /** Discount of a reward code, percent: 0 or 10. */
  rewardPercent: number;
  /** True when the buyer ticked "Use Store Credit", which uses store credit and referral bonus. */
  useStoreCredit: boolean;
  /** Store credit and referral bonus that can be spent, cents. */
  creditCents: Cents;
  bonusCents: Cents;
}

export interface PricedLine {
  productId: number;
  quantity: number;
  customAmount?: number;
  /** Number of coins that the line delivers; 0 for other goods. */
  coins: number;
  unitCents: Cents;
  /** Price of the line before discounts. */
  lineCents: Cents;
  /** Share of all discounts that falls on the line. */
  discountCents: Cents;
}

export interface Price {
  lines: PricedLine[];
  subtotal: Cents;
  referralDiscount: Cents;
  tierDiscount: Cents;
  rewardDiscount: Cents;
  discountedTotal: Cents;
  creditUsed: Cents;
  bonusUsed: Cents;
  /** True when the order is large enough for the referral bonus: at least $45 after discounts. */
  bonusUsable: boolean;
  /** Sum that the buyer is charged. */
  total: Cents;
}

/** Discount for an account that applied a friend's code, percent. */
export const REFERRAL_DISCOUNT_PERCENT = 5;
/** Smallest total after discounts for which the referral bonus can be used, cents. */
export const MIN_TOTAL_FOR_BONUS: Cents = 4500;
/** Smallest charge by card or wallet, cents; a total of 0 needs no payment. */
export const MIN_CHARGE: Cents = 50;

export const VISITOR_TERMS: PriceTerms = {
  referred: false,
  tierPercent: 0,
  rewardPercent: 0,
  useStoreCredit: false,
  creditCents: 0,
  bonusCents: 0,
};

/**
 * Computes the price of a cart. Browser and server use only this function, so that the displayed, the quoted and the
 * charged price are equal to the cent.
 */
export function priceCart(cart: readonly CartLine[], terms: PriceTerms = VISITOR_TERMS): Price {
  const lines = cart.map(priceLine);
  const subtotal = lines.reduce((sum, line) => sum + line.lineCents, 0);
  const { referralDiscount, tierDiscount } = computeMemberDiscounts(subtotal, terms);
  const rest = subtotal - referralDiscount - tierDiscount;
  const rewardDiscount = computePercentage(rest, terms.rewardPercent);
  const discountedTotal = rest - rewardDiscount;
  const bonusUsable = discountedTotal >= MIN_TOTAL_FOR_BONUS;
  const creditUsed = terms.useStoreCredit ? Math.min(Math.max(terms.creditCents, 0), discountedTotal) : 0;
  const afterCredit = discountedTotal - creditUsed;
  const bonusUsed =
    terms.useStoreCredit && bonusUsable ? Math.min(Math.max(terms.bonusCents, 0), afterCredit) : 0;
  const shares = splitByWeight(
    subtotal - discountedTotal,
    lines.map((line) => line.lineCents),
  );
  return {
    lines: lines.map((line, index) => ({ ...line, discountCents: shares[index] ?? 0 })),
    subtotal,
    referralDiscount,
    tierDiscount,
    rewardDiscount,
    discountedTotal,
    creditUsed,
    bonusUsed,
    bonusUsable,
    total: afterCredit - bonusUsed,
  };
}

/** Discounts that an account has on every purchase, in cents of the subtotal: a friend's code, and the tier. */
export function computeMemberDiscounts(
  subtotal: Cents,
  { referred, tierPercent }: Pick<PriceTerms, 'referred' | 'tierPercent'>,
): Pick<Price, 'referralDiscount' | 'tierDiscount'> {
  return {
    referralDiscount: referred ? computePercentage(subtotal, REFERRAL_DISCOUNT_PERCENT) : 0,
    tierDiscount: computePercentage(subtotal, tierPercent),
  };
}

/** Price of one line before discounts: coins sold in any amount by their amount, others by unit or bulk price. */
export function priceLine({ product, quantity, customAmount }: CartLine): PricedLine {
  if (product.isCustom) {
    const millions = customAmount ?? 0;
    const cents = computeCustomCoinPrice(millions);
    const coins = millions * COINS_PER_MILLION;
    const line = { productId: product.id, quantity: 1, customAmount: millions, coins };
    return { ...line, unitCents: cents, lineCents: cents, discountCents: 0 };
  }
  const unitCents = getUnitPrice(product, quantity);
  const coins = (product.coinValue ?? 0) * quantity;
  return {
    productId: product.id,
    quantity,
    coins,
    unitCents,
    lineCents: unitCents * quantity,
    discountCents: 0,
  };
}

/** Price of one piece when `quantity` pieces are bought, cents; the product's bulk price if it applies. */
export function getUnitPrice(product: PricedProduct, quantity: number): Cents {
  const { bulkMinQuantity, bulkPriceCents, priceCents } = product;
  const isBulk = bulkMinQuantity !== null && bulkPriceCents !== null && quantity >= bulkMinQuantity;
  return isBulk ? bulkPriceCents : priceCents;
}

/** Converts a product from a call into the input of the price computation. */
export function toPricedProduct(
  wire: Pick<Product, 'id' | 'price' | 'isCustom' | 'coinValue' | 'bulkMinQuantity' | 'bulkPrice'>,
): PricedProduct {
  return {
    id: wire.id,
    priceCents: parseDecimalToCents(wire.price),
    isCustom: wire.isCustom,
    coinValue: wire.coinValue,
    bulkMinQuantity: wire.bulkMinQuantity,
    bulkPriceCents: wire.bulkPrice === null ? null : parseDecimalToCents(wire.bulkPrice),
  };
}
