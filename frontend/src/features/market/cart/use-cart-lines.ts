import { useMemo } from 'react';
import { useHoldLimits, useOwnHolds } from '../../../lib/http/hold-limits';
import { useCoinStock, useProducts } from '../../../lib/http/products';
import { toLimitItems, viewLines, type CartLineView } from './cart-lines';
import { useCart } from './cart-store';

/**
 * The cart's lines with current prices and stock.
 * @param buying whether to request the buyer's hold limits as well
 */
export function useCartLines(buying = false): readonly CartLineView[] {
  const items = useCart((state) => state.items);
  const products = useProducts().data;
  const pool = useCoinStock();
  const wanted = useMemo(() => toLimitItems(items), [items]);
  const limits = useHoldLimits(wanted, buying);
  const held = useOwnHolds(wanted, buying);
  return useMemo(
    () => viewLines(items, products, pool, { limits, held }),
    [items, products, pool, limits, held],
  );
}
