import { customCoinPrice, priceLine, toPriced, type HoldLimit, type Product } from '@pax/contracts';
import { useState } from 'react';
import { isAmount, maximumQuantity, poolMillions, type EnteredMillions } from './purchase-rules';

interface EntryOptions {
  readonly product: Product;
  /** Free coins; undefined while unknown. */
  readonly pool: number | undefined;
  /** The buyer's hold limit, where lower than the stock. */
  readonly limit: HoldLimit | undefined;
}

export type Entry = ReturnType<typeof useEntry>;

/** The amount entered in a product's dialog, within stock and limit, and its price. */
export function useEntry({ product, pool, limit }: EntryOptions) {
  const [count, setCount] = useState(1);
  const [millions, setMillions] = useState<EnteredMillions>(100);
  const most = limit ? Math.max(1, limit.available) : Infinity;
  const max = Math.min(most, maximumQuantity(product, pool));
  const maxMillions = Math.min(most, pool === undefined ? product.stock : poolMillions(pool));
  const quantity = Math.min(count, max);
  const chosen = isAmount(millions) ? Math.min(millions, maxMillions) : millions;
  const customCents = isAmount(chosen) ? customCoinPrice(chosen) : undefined;
  const lineCents = () => priceLine({ product: toPriced(product), quantity }).lineCents;
  return {
    quantity,
    setCount,
    max,
    chosen,
    setMillions,
    maxMillions,
    cents: product.isCustom ? customCents : lineCents(),
    wanted: product.isCustom ? { quantity: 1, amount: chosen } : { quantity },
  };
}
