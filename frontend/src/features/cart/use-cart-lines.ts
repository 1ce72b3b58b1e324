import { useMemo } from 'react';
import { useHoldLimits } from '../../lib/api/hold-limits';
import { useCoinStock, useProducts } from '../../lib/api/products';
import { toLimitItems, viewLines, type CartLineView } from './cart-lines';
import { useCart } from './cart-store';

/**
 * The cart's lines with the prices and the stock of now.
 * @param buying whether somebody is looking at what can be bought: then the server is asked what this buyer may have
 */
export function useCartLines(buying = false): readonly CartLineView[] {
  const items = useCart((state) => state.items);
  const products = useProducts().data;
  const pool = useCoinStock();
  const wanted = useMemo(() => toLimitItems(items), [items]);
  const limits = useHoldLimits(wanted, buying);
  return useMemo(() => viewLines(items, products, pool, limits), [items, products, pool, limits]);
}
