import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { MemoryRouter, useLocation, type InitialEntry } from 'react-router-dom';
import { preloadAreas } from '../i18n/i18n';
import { areaNames } from '../i18n/message-areas';
import { createQueryClient } from '../lib/http/query-client';
import type { Toast } from '../lib/browser/toast';
import { collectToasts } from './collect-toasts';
import { renderUi } from './render';

interface RenderedPage {
  readonly client: QueryClient;
  /** All toasts shown. */
  readonly toasts: Toast[];
  /** The router's location: path and query. */
  readonly at: () => string;
}

/** Renders a page at an address with cache, router and messages, collecting toasts. */
export async function renderPage(ui: ReactElement, address: InitialEntry = '/'): Promise<RenderedPage> {
  const client = createQueryClient();
  const toasts: Toast[] = [];
  let at = typeof address === 'string' ? address : (address.pathname ?? '/');
  collectToasts((toast) => toasts.push(toast));
  const Where = () => {
    const { pathname, search } = useLocation();
    at = pathname + search;
    return null;
  };
  await renderUi(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Where />
        {ui}
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await preloadAreas(...areaNames);
  return { client, toasts, at: () => at };
}
