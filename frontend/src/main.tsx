import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startWords } from './app/start-words';
import { prefetchMe } from './lib/api/current-user';
import { prefetchShop } from './lib/api/products';
import { createQueryClient } from './lib/query-client';
import { followTheme } from './lib/theme-store';

const client = createQueryClient();
// The first view's data are asked for before anything is drawn.
prefetchMe(client);
if (location.pathname === '/') prefetchShop(client);
followTheme();
await startWords();

const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
