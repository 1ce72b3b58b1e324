import { describe, expect, it } from '@jest/globals';
import { PRODUCT_FAULTS, findProductFault, type ProductRules } from './product-fault.js';

const NOW = Date.parse('2026-11-27T06:00:00.000Z');
const inDays = (days: number) => new Date(NOW + days * 86_400_000);
const goods: ProductRules = {
  category: 'items',
  priceCents: 1_000,
  originalPriceCents: null,
  isCustom: false,
  coinValue: null,
  bulkMinQuantity: null,
  bulkPriceCents: null,
  availableFrom: null,
};
const coins: ProductRules = { ...goods, category: 'coins', coinValue: 1_000_000 };
const allFields = new Set(Object.keys(goods));
const findFault = (product: ProductRules, changed: ReadonlySet<string> = allFields) =>
  findProductFault(product, changed, NOW)?.fault;

describe('findProductFault (OWN-1021)', () => {
  const contradictions: [ProductRules, ReturnType<typeof findFault>][] = [
    [{ ...goods, isCustom: true }, 'customNeedsCoins'],
    [{ ...coins, isCustom: true }, 'customHasNoCoinValue'],
    [{ ...coins, coinValue: null }, 'coinsNeedValue'],
    [{ ...goods, coinValue: 5 }, 'onlyCoinsHaveValue'],
    [{ ...goods, bulkMinQuantity: 3 }, 'breakNeedsBoth'],
    [{ ...goods, bulkPriceCents: 900 }, 'breakNeedsBoth'],
    [
      { ...coins, coinValue: null, isCustom: true, bulkMinQuantity: 3, bulkPriceCents: 900 },
      'customHasNoBreak',
    ],
    [{ ...goods, bulkMinQuantity: 3, bulkPriceCents: 1_000 }, 'breakNotCheaper'],
    [{ ...goods, originalPriceCents: 1_000 }, 'originalNotDearer'],
    [{ ...goods, availableFrom: inDays(732) }, 'availableOutOfRange'],
    [{ ...goods, availableFrom: inDays(-367) }, 'availableOutOfRange'],
  ];

  it.each(contradictions)('%j is refused: %s', (product, fault) => expect(findFault(product)).toBe(fault));

  it('has a case for each of its names', () => {
    expect(new Set(contradictions.map(([, fault]) => fault))).toEqual(new Set(PRODUCT_FAULTS));
  });

  it.each<ProductRules>([
    goods,
    coins,
    { ...coins, coinValue: null, isCustom: true },
    { ...goods, bulkMinQuantity: 2, bulkPriceCents: 999 },
    { ...goods, originalPriceCents: 1_001 },
    { ...goods, availableFrom: inDays(730) },
    { ...goods, availableFrom: inDays(-365) },
  ])('%j is in order', (product) => expect(findFault(product)).toBeUndefined());

  it('asks only rules about what is changed', () => {
    const odd = { ...goods, originalPriceCents: 1 };
    expect(findFault(odd, new Set(['availableFrom', 'bulkPriceCents']))).toBeUndefined();
    expect(findFault(odd, new Set(['priceCents']))).toBe('originalNotDearer');
  });
});
