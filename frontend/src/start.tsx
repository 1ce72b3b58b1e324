import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startWords } from './app/start-words';
import { followOtherTabs } from './features/cart/cart-store';
import { followOtherWishlists } from './features/wishlist/wishlist-store';
import { prefetchMe } from './lib/api/current-user';
import { prefetchShop } from './lib/api/products';
import { createQueryClient } from './lib/query-client';
import { followTheme } from './lib/theme-store';
import { nextTurn, pause } from './lib/turns';

/** So long the picture of the first view stays for answers that are late, ms; then the app says that it waits. */
const PATIENCE_MS = 500;

const client = createQueryClient();
// The first view's data are asked for before anything is drawn, and drawn with it: not the waiting first, then they.
const answers = [prefetchMe(client), ...(location.pathname === '/' ? [prefetchShop(client)] : [])];
followTheme();
// At once: the stores have just been read, and no change of another tab may fall between.
followOtherTabs();
followOtherWishlists();
await nextTurn();
await startWords();
await nextTurn();
await Promise.race([Promise.all(answers), pause(PATIENCE_MS)]);

const root = document.querySelector('#root');
// As a transition it is worked out in short turns; the picture of the first view stays until it is done.
if (root)
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  );
