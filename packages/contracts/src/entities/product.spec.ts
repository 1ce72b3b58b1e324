import { describe, expect, it } from '@jest/globals';
import { priceCart, toPricedProduct } from '../pricing/cart-price.js';
import { category } from './product.js';

describe('category', () => {
  it('is one of four, anything else is refused (SHOP-3.2)', () => {
    expect(['coins', 'items', 'armor', 'bases'].every((name) => category.safeParse(name).success)).toBe(true);
    for (const name of ['kits', 'Coins', '', null]) expect(category.safeParse(name).success).toBe(false);
  });
});

describe('toPricedProduct', () => {
  const wire = {
    id: 7,
    price: '17.99',
    isCustom: false,
    coinValue: null,
    bulkMinQuantity: 3,
    bulkPrice: '15.99',
  };

  it('turns wire prices into cents', () => {
    expect(toPricedProduct(wire)).toEqual({
      id: 7,
      priceCents: 1799,
      isCustom: false,
      coinValue: null,
      bulkMinQuantity: 3,
      bulkPriceCents: 1599,
    });
    expect(toPricedProduct({ ...wire, bulkMinQuantity: null, bulkPrice: null }).bulkPriceCents).toBeNull();
  });

  it('feeds the one price function', () => {
    expect(priceCart([{ product: toPricedProduct(wire), quantity: 3 }]).total).toBe(4797);
  });
});
