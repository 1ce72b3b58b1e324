import { MOST_PIECES, type CartItem, type CartLine } from '@pax/contracts';
import { ShopError } from '../../../platform/problem.js';
import { isInShop, type Product } from '../../catalog/product.entity.js';
import { toPricedProduct } from '../../catalog/product.mapper.js';

/** A line with the product it buys. */
export interface ResolvedLine extends CartLine {
  source: Product;
}

/** Sums lines of the same product, so that splitting a line avoids no check. */
export function mergeItems(items: readonly CartItem[]): CartItem[] {
  const merged = new Map<number, CartItem>();
  for (const item of items) {
    const known = merged.get(item.id);
    if (known?.customAmount !== undefined || (known && item.customAmount !== undefined)) {
      throw invalid(`items: product ${item.id} is named twice with its own amounts`);
    }
    const quantity = (known?.quantity ?? 0) + item.quantity;
    if (quantity > MOST_PIECES) throw invalid(`items: at most ${MOST_PIECES} pieces of a product`);
    merged.set(item.id, { ...item, quantity });
  }
  return [...merged.values()];
}

/**
 * Joins merged items with their products. @param seesEarly whether the buyer has early access
 * @throws ShopError PRODUCT_NOT_FOUND (also for one that is hidden or not yet available), VALIDATION for a wrong custom
 * amount
 */
export function resolveLines(
  items: readonly CartItem[],
  products: ReadonlyMap<number, Product>,
  now: Date,
  seesEarly: boolean,
): ResolvedLine[] {
  return items.map((item) => {
    const source = products.get(item.id);
    if (!source || !isInShop(source, now, seesEarly)) {
      throw new ShopError('PRODUCT_NOT_FOUND', 'This product is not in the shop any more.', { id: item.id });
    }
    if (source.isCustom && item.customAmount === undefined)
      throw invalid('Please enter a custom amount for this product');
    if (source.isCustom && item.quantity !== 1) throw invalid('items: a custom amount is bought once');
    if (!source.isCustom && item.customAmount !== undefined)
      throw invalid(`items: product ${item.id} has no custom amount`);
    return {
      source,
      product: toPricedProduct(source),
      quantity: item.quantity,
      customAmount: item.customAmount,
    };
  });
}

function invalid(message: string): ShopError {
  return new ShopError('VALIDATION', message, { fields: [{ path: 'items', message }] });
}
