import { getCentsPerMillion, COINS_PER_MILLION, MAX_PIECES, type Product } from '@pax/contracts';
import { parseWholeNumber } from '../../../lib/values/whole-number';

/** Maximum of the quantity picker unless the stock is smaller; coins may go up to the maximum of a cart line. */
const DEFAULT_MAXIMUM = 99;
/** Length above which a typed amount is refused without parsing. */
const MAX_TYPED = 32;

/** Tells whether a product is sold out: marked as such, or without stock. */
export const isSoldOut = ({ isOutOfStock, stock }: Product): boolean => isOutOfStock || stock <= 0;

/** Returns the amount label of a product, unless the product's name already contains it. */
export const separateAmountLabel = ({ name, amount }: Pick<Product, 'name' | 'amount'>): string | undefined =>
  amount === null || name.toLowerCase().includes(amount.toLowerCase()) ? undefined : amount;

/**
 * Returns the maximum of the quantity picker, at least 1: the stock up to 99; for coins what the pool covers, or the
 * stock while the pool is unknown.
 */
export function maximumQuantityOf({ coinValue, stock }: Product, pool: number | undefined): number {
  if (coinValue === null) return Math.max(1, Math.min(DEFAULT_MAXIMUM, stock));
  if (pool === undefined) return Math.max(1, Math.min(MAX_PIECES, stock > 0 ? stock : DEFAULT_MAXIMUM));
  return Math.min(MAX_PIECES, Math.max(1, Math.floor(pool / coinValue)));
}

/** Returns the maximum of a product card's quantity picker: 999 for coins, the stock for other goods. */
export const cardMaximumQuantityOf = (product: Product): number =>
  product.coinValue === null ? maximumQuantityOf(product, undefined) : MAX_PIECES;

/** Converts the coins of the pool into whole millions. */
export const toPoolMillions = (pool: number): number => Math.max(0, Math.floor(pool / COINS_PER_MILLION));

/** Amount of custom coins in the form: millions, undefined while empty, a fraction, or invalid. */
export type EnteredMillions = number | 'fraction' | 'invalid' | undefined;

/** Parses a typed amount of coins in whole millions, with or without "M". */
export function parseMillions(typed: string): EnteredMillions {
  const text = typed.trim();
  if (text === '') return undefined;
  const millions = parseWholeNumber(
    text.length > MAX_TYPED ? text : text.replace(/\s*m(illion(en|s)?)?$/i, ''),
  );
  if (millions === 'fraction') return 'fraction';
  return millions !== 'none' && millions >= 1 ? millions : 'invalid';
}

/** Tells whether an entered amount is a valid number of millions. */
export const isValidMillions = (amount: EnteredMillions): amount is number =>
  typeof amount === 'number' && Number.isInteger(amount) && amount >= 1;

export type PurchaseRefusal = 'noId' | 'missing' | 'invalid' | 'unavailable';

/** Returns why a product can't be added to the cart; undefined if it can. `millions` applies only to custom coins. */
export function findPurchaseRefusal(
  product: Product | undefined,
  millions?: EnteredMillions,
): PurchaseRefusal | undefined {
  if (!product?.id) return 'noId';
  if (isSoldOut(product)) return 'unavailable';
  if (!product.isCustom) return undefined;
  if (millions === undefined) return 'missing';
  return isValidMillions(millions) && getCentsPerMillion(millions) > 0 ? undefined : 'invalid';
}
