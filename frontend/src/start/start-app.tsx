import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { App } from '../app/app';
import { startCatalogue } from './start-catalogue';
import { syncCartAcrossTabs } from '../features/market/cart/cart-store';
import { syncWishlistAcrossTabs } from '../features/market/catalog/wishlist-store';
import { prefetchCurrentUser, readSessionHint } from '../lib/http/current-user';
import { prefetchShopData } from '../lib/http/use-products';
import { beginFirstView, findPrerenderedHome } from './view/first-view';
import { createQueryClient } from '../lib/http/query-client';
import { reportStartOutcome } from './view/report-start-outcome';
import { followTheme } from '../lib/storage/theme-store';
import { ignoreKeyRepeats } from '../lib/browser/key-repeats';
import { waitForNextTask, delay } from '../lib/browser/scheduling';

/** Time for which the prerendered view waits for late responses, ms; afterwards the app shows its loading state. */
const MAX_WAIT_MS = 500;

const rootOptions: RootOptions = {
  // The start is reported as failed, because an error outside of all boundaries unmounts the whole page.
  onUncaughtError: (error) => {
    globalThis.reportError(error);
    reportStartOutcome('failed');
  },
};

/** Starts the app: hydrates the prerendered view if it is valid for the user, otherwise replaces it. */
export async function startApp(): Promise<void> {
  const client = createQueryClient();
  const renderApp = (until?: Promise<void>) => (
    <StrictMode>
      <App client={client} until={until} />
    </StrictMode>
  );
  // The prerendered view is that of a visitor; it is invalid if another tab has signed in meanwhile.
  const drawn = readSessionHint() === undefined ? findPrerenderedHome() : null;
  // The data of the first view are requested before rendering begins.
  const me = prefetchCurrentUser(client);
  const goods = location.pathname === '/' ? prefetchShopData(client) : undefined;
  followTheme();
  ignoreKeyRepeats();
  syncCartAcrossTabs();
  syncWishlistAcrossTabs();
  await waitForNextTask();
  await startCatalogue();
  await waitForNextTask();

  if (goods) beginFirstView();
  if (drawn) {
    // The prerendered view is hydrated unchanged; responses are rendered afterwards.
    await me;
    const until = Promise.race([goods, delay(MAX_WAIT_MS)]);
    startTransition(() => {
      hydrateRoot(drawn, renderApp(until), rootOptions);
    });
    return;
  }
  // Rendering waits for the responses, so that no loading state appears for a moment.
  await Promise.race([Promise.all([me, goods]), delay(MAX_WAIT_MS)]);
  const root = document.querySelector('#root');
  // A transition renders in small steps; the prerendered view stays visible until the rendering is done.
  if (root) startTransition(() => createRoot(root, rootOptions).render(renderApp()));
}
