import type { Category } from '../entities/categories.js';
import type { Cents } from '../money.js';

/** Fields of a product that can contradict each other. Amounts are in cents. */
export interface ProductRules {
  readonly category: Category;
  readonly priceCents: Cents;
  readonly originalPriceCents: Cents | null;
  readonly isCustom: boolean;
  readonly coinValue: number | null;
  readonly bulkMinQuantity: number | null;
  readonly bulkPriceCents: Cents | null;
  readonly availableFrom: Date | null;
}

export const PRODUCT_FAULTS = [
  'customNeedsCoins',
  'customHasNoCoinValue',
  'coinsNeedValue',
  'onlyCoinsHaveValue',
  'breakNeedsBoth',
  'customHasNoBreak',
  'breakNotCheaper',
  'originalNotDearer',
  'availableOutOfRange',
] as const;
/** A contradiction between fields of a product; translations have a text for each. */
export type ProductFault = (typeof PRODUCT_FAULTS)[number];

const DAY_MS = 86_400_000;
/** Allowed start of sale: from one year ago to two years ahead, since other times are typing errors. */
const EARLIEST_MS = 366 * DAY_MS;
const LATEST_MS = 731 * DAY_MS;
const isOutsideSaleRange = (aheadMs: number): boolean => aheadMs < -EARLIEST_MS || aheadMs > LATEST_MS;

const findBulkPriceFault = (product: ProductRules): ProductFault | undefined => {
  const { isCustom, bulkMinQuantity, bulkPriceCents, priceCents } = product;
  if ((bulkMinQuantity === null) !== (bulkPriceCents === null)) return 'breakNeedsBoth';
  if (bulkPriceCents === null) return undefined;
  if (isCustom) return 'customHasNoBreak';
  return bulkPriceCents < priceCents ? undefined : 'breakNotCheaper';
};

const findCoinFault = ({ category, isCustom, coinValue }: ProductRules): ProductFault | undefined => {
  if (isCustom && category !== 'coins') return 'customNeedsCoins';
  if (isCustom) return coinValue === null ? undefined : 'customHasNoCoinValue';
  if (category === 'coins') return coinValue === null ? 'coinsNeedValue' : undefined;
  return coinValue === null ? undefined : 'onlyCoinsHaveValue';
};

/** Checks for contradictions, with the fields that each compares, so that an edit of other fields reports none. */
const PRODUCT_CHECKS = [
  { fields: ['category', 'isCustom', 'coinValue'], fault: findCoinFault },
  { fields: ['isCustom', 'bulkMinQuantity', 'bulkPriceCents', 'priceCents'], fault: findBulkPriceFault },
  {
    fields: ['priceCents', 'originalPriceCents'],
    fault: ({ originalPriceCents, priceCents }: ProductRules): ProductFault | undefined =>
      originalPriceCents !== null && originalPriceCents <= priceCents ? 'originalNotDearer' : undefined,
  },
  {
    fields: ['availableFrom'],
    fault: ({ availableFrom }: ProductRules, now: number): ProductFault | undefined =>
      availableFrom !== null && isOutsideSaleRange(availableFrom.getTime() - now)
        ? 'availableOutOfRange'
        : undefined,
  },
] as const;

/**
 * Finds the first contradiction among the fields of a product; undefined without one.
 * @param changed names of the written fields; rules about other fields are skipped
 * @param now milliseconds
 */
export function findProductFault(
  product: ProductRules,
  changed: ReadonlySet<string>,
  now: number,
): { fault: ProductFault; field: string } | undefined {
  for (const { fields, fault } of PRODUCT_CHECKS) {
    const field = fields.find((name) => changed.has(name));
    const found = field === undefined ? undefined : fault(product, now);
    if (found !== undefined && field !== undefined) return { fault: found, field };
  }
  return undefined;
}
