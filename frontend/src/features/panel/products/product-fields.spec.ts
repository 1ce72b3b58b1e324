import { describe, expect, it } from '@jest/globals';
import { adminProduct } from '../../../test/product';
import { parseProductFields, toTypedProductFields } from './product-fields';

describe('the start of sale (OWN-57)', () => {
  const fieldsOf = { category: 'items', price: '1.00', originalPrice: null, isCustom: false } as const;

  it.each([
    ['2031-07-01T10:00:00.000Z', '2031-07-01T12:00'],
    ['2031-12-31T23:30:00.000Z', '2032-01-01T00:30'],
  ])('%s is typed and read by the clock of this place', (availableFrom, local) => {
    const typed = toTypedProductFields(adminProduct({ availableFrom }));
    expect(typed.availableFrom).toBe(local);
    expect(parseProductFields(typed, fieldsOf).values.availableFrom).toBe(availableFrom);
  });
});
