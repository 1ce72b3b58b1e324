import type { Product } from '../entities/product.js';
import { type Cents, fromDecimal, percentOf, splitByWeight } from '../money.js';
import { COINS_PER_MILLION, customCoinPrice } from './coins.js';

/** The fields of a product that determine its price. */
export interface PricedProduct {
  id: number;
  priceCents: Cents;
  isCustom: boolean;
  /** Coins per piece; null for other goods. */
  coinValue: number | null;
  bulkMinQuantity: number | null;
  bulkPriceCents: Cents | null;
}

export interface CartLine {
  product: PricedProduct;
  /** Pieces; always 1 for a custom line. */
  quantity: number;
  /** Whole millions of coins; only for custom products. */
  customAmount?: number;
}

/** The buyer's terms that change the price; a visitor has none. */
export interface PriceTerms {
  /** True when the account has applied a friend's referral code. */
  referred: boolean;
  /** Permanent discount of the membership tier, percent of the subtotal. */
  tierPercent: number;
  /** Percent off by a reward code, 0 or 10. */
  rewardPercent: number;
  /** True when the buyer ticked "Use Store Credit", which covers credit and referral bonus. */
  useStoreCredit: boolean;
  /** Free store credit and referral bonus, cents. */
  creditCents: Cents;
  bonusCents: Cents;
}

export interface PricedLine {
  productId: number;
  quantity: number;
  customAmount?: number;
  /** Coins that the line delivers; 0 for other goods. */
  coins: number;
  unitCents: Cents;
  /** Line price before discounts. */
  lineCents: Cents;
  /** The line's share of all discounts. */
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
  /** True when the order is large enough for the referral bonus (discounted total ≥ $45). */
  bonusUsable: boolean;
  /** The charged sum. */
  total: Cents;
}

/** Discount in percent for an account with a friend's code. */
export const REFERRAL_DISCOUNT_PERCENT = 5;
/** The referral bonus is usable from this discounted total on, cents. */
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
 * Prices a cart; pure. Only this code computes prices, for the server's charge and the browser's preview, so that
 * displayed = quoted = charged, to the cent.
 */
export function priceCart(cart: readonly CartLine[], terms: PriceTerms = VISITOR_TERMS): Price {
  const lines = cart.map(priceLine);
  const subtotal = lines.reduce((sum, line) => sum + line.lineCents, 0);
  const referralDiscount = terms.referred ? percentOf(subtotal, REFERRAL_DISCOUNT_PERCENT) : 0;
  const tierDiscount = percentOf(subtotal, terms.tierPercent);
  const rest = subtotal - referralDiscount - tierDiscount;
  const rewardDiscount = percentOf(rest, terms.rewardPercent);
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

/** Price of one line before discounts: custom coins by amount, other products by unit or bulk price times pieces. */
export function priceLine({ product, quantity, customAmount }: CartLine): PricedLine {
  if (product.isCustom) {
    const millions = customAmount ?? 0;
    const cents = customCoinPrice(millions);
    const coins = millions * COINS_PER_MILLION;
    const line = { productId: product.id, quantity: 1, customAmount: millions, coins };
    return { ...line, unitCents: cents, lineCents: cents, discountCents: 0 };
  }
  const unitCents = unitPrice(product, quantity);
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

/** Price in cents of one piece when `quantity` pieces are bought, with the product's bulk price if it applies. */
export function unitPrice(product: PricedProduct, quantity: number): Cents {
  const { bulkMinQuantity, bulkPriceCents, priceCents } = product;
  const isBulk = bulkMinQuantity !== null && bulkPriceCents !== null && quantity >= bulkMinQuantity;
  return isBulk ? bulkPriceCents : priceCents;
}

/** Converts a wire product for the pricing function. */
export function toPricedProduct(
  wire: Pick<Product, 'id' | 'price' | 'isCustom' | 'coinValue' | 'bulkMinQuantity' | 'bulkPrice'>,
): PricedProduct {
  return {
    id: wire.id,
    priceCents: fromDecimal(wire.price),
    isCustom: wire.isCustom,
    coinValue: wire.coinValue,
    bulkMinQuantity: wire.bulkMinQuantity,
    bulkPriceCents: wire.bulkPrice === null ? null : fromDecimal(wire.bulkPrice),
  };
}
