import { useMemo } from 'react';
import { useCoinStock, useProducts } from '../../lib/api/products';
import { viewLines, type CartLineView } from './cart-lines';
import { useCart } from './cart-store';

/** The cart's lines with the prices and the stock of now. */
export function useCartLines(): readonly CartLineView[] {
  const items = useCart((state) => state.items);
  const products = useProducts().data;
  const pool = useCoinStock();
  return useMemo(() => viewLines(items, products, pool), [items, products, pool]);
}
