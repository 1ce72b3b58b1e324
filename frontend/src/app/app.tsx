import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { UiProvider } from '../components/ui-provider';
import { showLeftNotice } from '../features/auth/left-notice';
import { FreeCoinsPlace } from './free-coins-place';
import { Frame } from './layout/frame';
import { startLive } from './live';
import { Notices } from './notices';
import { Panels } from './panels';
import { PartBoundary } from './part-boundary';
import { routes } from './routes';

/** The whole shop in the browser. */
export function App({ client }: { readonly client: QueryClient }) {
  useEffect(() => {
    startLive(client);
    showLeftNotice();
  }, [client]);
  return (
    <UiProvider>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Frame>
            <Routes>
              {routes.map(({ path, Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
            </Routes>
          </Frame>
          <PartBoundary>
            <Panels />
          </PartBoundary>
          <PartBoundary>
            <FreeCoinsPlace />
          </PartBoundary>
          <Notices />
        </BrowserRouter>
      </QueryClientProvider>
    </UiProvider>
  );
}
