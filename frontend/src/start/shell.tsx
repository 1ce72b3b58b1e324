import type { Product } from '@pax/contracts';
import { MemoryRouter } from 'react-router-dom';
import { COIN_STOCK, ME, PRODUCTS } from '../lib/http/keys';
import { createQueryClient } from '../lib/http/query-client';
import { App } from '../app/app';

const forEver = new Promise<void>(() => undefined);

/**
 * The home page as a visitor first sees it: prerendered by the build and hydrated by the app, so both must
 * match.
 *
 * @param products rendered only to collect their styles
 */
export function Shell({ products }: { readonly products?: readonly Product[] }) {
  const client = createQueryClient();
  client.setQueryData(ME, null);
  if (products) {
    client.setQueryData(PRODUCTS, products);
    client.setQueryData(COIN_STOCK, { coinStock: 400_000_000 });
  }
  return <App client={client} Router={MemoryRouter} until={products ? undefined : forEver} />;
}
