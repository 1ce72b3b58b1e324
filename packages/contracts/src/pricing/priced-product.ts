import type { Product } from '../entities/product.js';
import { fromDecimal } from '../money.js';
import type { PricedProduct } from './price.js';

/** Converts a wire product for the pricing function. */
export function toPriced(
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
