import type { Product } from '@pax/contracts';
import { MemoryRouter } from 'react-router-dom';
import { COIN_STOCK, ME, PRODUCTS } from '../lib/api/keys';
import { createQueryClient } from '../lib/query-client';
import { App } from './app';

const forEver = new Promise<void>(() => undefined);

/**
 * The home as a visitor's browser first draws it. The build puts it into the page, so that it is there before any
 * script; the app takes over what stands there, which is why both are the same.
 * @param products the goods, where it is drawn for the sake of their styles
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
