import {
  COINS_PER_MILLION,
  fromDecimal,
  productFault,
  type ProductFault,
  type UpdateProductRequest,
} from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import type { Product } from './product.entity.js';

type Fields = Omit<UpdateProductRequest, 'stock' | 'version' | 'stockVersion'>;

const FAULTS: Readonly<Record<ProductFault, string>> = {
  customNeedsCoins: 'only coins can have a custom amount',
  customHasNoCoinValue: 'custom coins are counted in millions',
  coinsNeedValue: 'coins need a value, or a custom amount',
  onlyCoinsHaveValue: 'only coins have a value',
  breakNeedsBoth: 'a quantity break needs a quantity and a price',
  customHasNoBreak: 'custom coins have a price ladder and no quantity break',
  breakNotCheaper: 'the price of the quantity break must be below the price',
  originalNotDearer: 'the former price must be above the price',
  availableOutOfRange: 'must be within the last year and the next two',
};

/** A refusal of one field. */
export const invalid = (path: string, message: string, reason?: ProductFault): ShopError =>
  new ShopError('VALIDATION', `${path}: ${message}`, {
    fields: [{ path, message }],
    ...(reason && { reason }),
  });

/** The refusal of pieces of coins. */
export const coinsDrawOnPool = (): ShopError => invalid('stock', 'coins draw on the pool');

/**
 * Writes fields of a call into a product. Coins keep a label that says their value.
 * @returns whether anything differs @throws ShopError VALIDATION for fields that contradict each other
 */
export function setFields(product: Product, fields: Fields, now: Date): boolean {
  const wanted = rowFields(product, fields);
  const before = new Map<string, unknown>(
    Object.entries(product).map(([name, value]) => [name, comparable(value)]),
  );
  const changed = Object.entries(wanted)
    .filter(([name, value]) => before.get(name) !== comparable(value))
    .map(([name]) => name);
  Object.assign(product, wanted);
  const found = productFault(product, new Set(changed), now.getTime());
  if (found) throw invalid(found.field.replace(/Cents$/, ''), FAULTS[found.fault], found.fault);
  return changed.length > 0;
}

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
const cents = (price: string | null): number | null => (price === null ? null : fromDecimal(price));
/** Label of coins, such as 250M; none for what is no whole million. */
const labelOf = (coins: number | null): string | null =>
  coins === null || coins % COINS_PER_MILLION !== 0 ? null : `${coins / COINS_PER_MILLION}M`;

function rowFields(product: Product, fields: Fields): Partial<Product> {
  const { price, originalPrice, bulkPrice, availableFrom, ...row } = fields;
  const isCustom = row.isCustom ?? product.isCustom;
  // A custom amount is counted in millions, whatever it was before.
  if (isCustom && (row.coinValue === undefined || row.coinValue === COINS_PER_MILLION)) row.coinValue = null;
  if (
    row.amount === undefined &&
    row.coinValue !== undefined &&
    product.amount === labelOf(product.coinValue)
  )
    row.amount = labelOf(row.coinValue);
  return {
    ...row,
    ...(price !== undefined && { priceCents: fromDecimal(price) }),
    ...(originalPrice !== undefined && { originalPriceCents: cents(originalPrice) }),
    ...(bulkPrice !== undefined && { bulkPriceCents: cents(bulkPrice) }),
    ...(availableFrom !== undefined && {
      availableFrom: availableFrom === null ? null : new Date(availableFrom),
    }),
  };
}
