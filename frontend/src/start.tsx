import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { App } from './app/app';
import { startCatalogue } from './app/start-catalogue';
import { followOtherTabs } from './features/cart/cart-store';
import { followOtherWishlists } from './features/wishlist/wishlist-store';
import { prefetchMe } from './lib/api/current-user';
import { prefetchShop } from './lib/api/products';
import { beginFirstView, prerenderedHome } from './lib/first-view';
import { sessionHint } from './lib/api/session-hint';
import { createQueryClient } from './lib/query-client';
import { endStart } from './lib/start-outcome';
import { followTheme } from './lib/theme-store';
import { nextTask, delay } from './lib/scheduling';

/** So long the picture of the first view stays for answers that are late, ms; then the app says that it waits. */
const PATIENCE_MS = 500;

const rootOptions: RootOptions = {
  // What no boundary keeps takes all of the page with it.
  onUncaughtError: (error) => {
    globalThis.reportError(error);
    endStart('failed');
  },
};

/** Draws the shop: over the first view as it stands where all of that is true, else in its place. */
export async function start(): Promise<void> {
  const client = createQueryClient();
  const app = (until?: Promise<void>) => (
    <StrictMode>
      <App client={client} until={until} />
    </StrictMode>
  );
  // Whoever signed in meanwhile, in another tab, is not whom it was drawn for.
  const drawn = sessionHint() === undefined ? prerenderedHome() : null;
  // The first view's data are asked for before anything is drawn.
  const me = prefetchMe(client);
  const goods = location.pathname === '/' ? prefetchShop(client) : undefined;
  followTheme();
  followOtherTabs();
  followOtherWishlists();
  await nextTask();
  await startCatalogue();
  await nextTask();

  if (goods) beginFirstView();
  if (drawn) {
    // It is taken over as it stands; what the answers add is drawn after it.
    await me;
    const until = Promise.race([goods, delay(PATIENCE_MS)]);
    startTransition(() => {
      hydrateRoot(drawn, app(until), rootOptions);
    });
    return;
  }
  // The answers are drawn with it: not the waiting first, then they.
  await Promise.race([Promise.all([me, goods]), delay(PATIENCE_MS)]);
  const root = document.querySelector('#root');
  // As a transition it is worked out in short turns; the picture of the first view stays until it is done.
  if (root) startTransition(() => createRoot(root, rootOptions).render(app()));
}
