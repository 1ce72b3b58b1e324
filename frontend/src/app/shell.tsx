import type { Product } from '@pax/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { UiProvider } from '../components/ui-provider';
import { ME, PRODUCTS } from '../lib/api/keys';
import { createQueryClient } from '../lib/query-client';
import { Frame } from './layout/frame';
import { HomePage } from './pages/home-page';

/**
 * The home as a visitor's browser first draws it. The build puts it into the page, so that it is there before any
 * script; the first drawing of the app takes its place.
 * @param products the goods, where it is drawn for the sake of their styles
 */
export function Shell({ products }: { readonly products?: readonly Product[] }) {
  const client = createQueryClient();
  client.setQueryData(ME, null);
  if (products) client.setQueryData(PRODUCTS, products);
  return (
    <UiProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Frame>
            <HomePage />
          </Frame>
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>
  );
}
