import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app';
import { startWords } from './app/start-words';
import { followOtherTabs } from './features/cart/cart-store';
import { followOtherWishlists } from './features/wishlist/wishlist-store';
import { prefetchMe } from './lib/api/current-user';
import { prefetchShop } from './lib/api/products';
import { announceFirstView, drawnHome, homeTaken } from './lib/first-view';
import { createQueryClient } from './lib/query-client';
import { followTheme } from './lib/theme-store';
import { nextTurn, pause } from './lib/turns';

/** So long the picture of the first view stays for answers that are late, ms; then the app says that it waits. */
const PATIENCE_MS = 500;
/** So long answers wait for the drawn home to be taken over, ms. */
const TAKEN_MS = 5_000;

const app = (until?: Promise<void>) => (
  <StrictMode>
    <App client={client} until={until} />
  </StrictMode>
);

const client = createQueryClient();
const drawn = drawnHome();
// The first view's data are asked for before anything is drawn.
const me = prefetchMe(client);
const goods = location.pathname === '/' ? prefetchShop(client) : undefined;
followTheme();
// At once: the stores have just been read, and no change of another tab may fall between.
followOtherTabs();
followOtherWishlists();
await nextTurn();
await startWords();
await nextTurn();

if (goods) announceFirstView();
if (drawn) {
  // It is taken over as it stands; what the answers add is drawn after it.
  await me;
  const until = Promise.race([homeTaken(), pause(TAKEN_MS)]).then(
    async () => await Promise.race([goods, pause(PATIENCE_MS)]),
  );
  startTransition(() => {
    hydrateRoot(drawn, app(until));
  });
} else {
  // The answers are drawn with it: not the waiting first, then they.
  await Promise.race([Promise.all([me, goods]), pause(PATIENCE_MS)]);
  const root = document.querySelector('#root');
  // As a transition it is worked out in short turns; the picture of the first view stays until it is done.
  if (root) startTransition(() => createRoot(root).render(app()));
}
