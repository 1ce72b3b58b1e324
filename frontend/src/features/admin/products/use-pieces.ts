import { COINS_PER_MILLION, type AdminProduct } from '@pax/contracts';
import { useCallback } from 'react';
import { useCoinPool } from '../coins/coin-queries';

/** Pieces of a product that can be bought now; coins follow the pool, which has no message per product. */
export function usePieces(): (product: AdminProduct) => number {
  const free = useCoinPool().data?.free;
  return useCallback(
    ({ isCustom, coinValue, stock }) => {
      if (free === undefined || (!isCustom && coinValue === null)) return stock;
      return Math.max(0, Math.floor(free / (isCustom ? COINS_PER_MILLION : (coinValue ?? Infinity))));
    },
    [free],
  );
}
