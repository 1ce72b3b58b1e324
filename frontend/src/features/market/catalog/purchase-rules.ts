import { coinRate, COINS_PER_MILLION, MAX_PIECES, type Product } from '@pax/contracts';
import { parseWholeNumber } from '../../../lib/values/whole-number';

/** Maximum of the quantity picker unless the stock is smaller; for coins that of a line. */
const DEFAULT_MAXIMUM = 99;
/** Longer input is refused without parsing. */
const MAX_TYPED = 32;

/** A product is sold out if it is flagged so or its stock is 0 or less. */
export const isSoldOut = ({ isOutOfStock, stock }: Product): boolean => isOutOfStock || stock <= 0;

/** Returns the amount label unless the name already contains it. */
export const separateAmountLabel = ({ name, amount }: Pick<Product, 'name' | 'amount'>): string | undefined =>
  amount === null || name.toLowerCase().includes(amount.toLowerCase()) ? undefined : amount;

/**
 * Maximum of the quantity picker. For coins what the pool covers, at least 1; without a pool the stock, else 99.
 * Other products: their stock.
 */
export function maximumQuantityOf({ coinValue, stock }: Product, pool: number | undefined): number {
  if (coinValue === null) return Math.max(1, Math.min(DEFAULT_MAXIMUM, stock));
  if (pool === undefined) return Math.max(1, Math.min(MAX_PIECES, stock > 0 ? stock : DEFAULT_MAXIMUM));
  return Math.min(MAX_PIECES, Math.max(1, Math.floor(pool / coinValue)));
}

/** Maximum of a card's quantity picker: 999 for coins, the stock for other goods. */
export const cardMaximumOf = (product: Product): number =>
  product.coinValue === null ? maximumQuantityOf(product, undefined) : MAX_PIECES;

/** Whole millions that the pool holds. */
export const poolMillions = (pool: number): number => Math.max(0, Math.floor(pool / COINS_PER_MILLION));

/** The form value of a custom amount: millions, empty, or invalid. */
export type EnteredMillions = number | 'fraction' | 'invalid' | undefined;

/** An amount as typed, in whole millions, with or without "M". */
export function parseMillions(typed: string): EnteredMillions {
  const text = typed.trim();
  if (text === '') return undefined;
  const millions = parseWholeNumber(
    text.length > MAX_TYPED ? text : text.replace(/\s*m(illion(en|s)?)?$/i, ''),
  );
  if (millions === 'fraction') return 'fraction';
  return millions !== 'none' && millions >= 1 ? millions : 'invalid';
}

/** Tells whether a form's amount can be priced. */
export const isAmount = (amount: EnteredMillions): amount is number =>
  typeof amount === 'number' && Number.isInteger(amount) && amount >= 1;

export type Refusal = 'noId' | 'missing' | 'invalid' | 'unavailable';

/** Reason why a product can't be added; undefined if it can. `millions` applies only to custom products. */
export function refusalOf(product: Product | undefined, millions?: EnteredMillions): Refusal | undefined {
  if (!product?.id) return 'noId';
  if (isSoldOut(product)) return 'unavailable';
  if (!product.isCustom) return undefined;
  if (millions === undefined) return 'missing';
  return isAmount(millions) && coinRate(millions) > 0 ? undefined : 'invalid';
}
