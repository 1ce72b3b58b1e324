import type { Product } from '@pax/contracts';
import { toCartItem } from './cart-items';
import { computeLineMaximum } from './cart-lines';
import { useCart } from './cart-store';

export interface AddResult {
  /** Quantity of the line afterwards: pieces, or millions of custom coins; 0 if there is no line. */
  readonly held: number;
  /** True when the cart line changed. */
  readonly isChanged: boolean;
  /** True when less than requested was added, because no more is available. */
  readonly isCapped: boolean;
}

/**
 * Adds pieces, or millions of custom coins, to the cart; their sum is limited to the stock.
 *
 * @param count pieces to add, or millions that replace the line's amount
 * @param pool available coins; undefined while unknown
 */
export function addToCart(product: Product, count: number, pool: number | undefined): AddResult {
  const { items, add } = useCart.getState();
  const line = items.find(({ id }) => id === product.id);
  const before = product.isCustom ? Number(line?.customAmount ?? 0) : (line?.quantity ?? 0);
  const wanted = product.isCustom ? count : before + count;
  const most = computeLineMaximum(items, product, pool);
  // A sold-out line keeps its quantity, because the cart shows the problem on the line.
  const held = Math.min(wanted, product.isCustom ? most : Math.max(most, before));
  const isChanged = held > 0 && held !== before;
  if (isChanged) add(product.isCustom ? toCartItem(product, 1, held) : toCartItem(product, held - before));
  return { held, isChanged, isCapped: held < wanted };
}
