import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Toaster } from '../ui/components/feedback/toaster';
import { UiProvider } from '../ui/components/ui-provider';
import { showStoredToast } from '../features/account/sign-in/stored-toast';
import { FirstView } from '../start/view/first-view';
import { FreeCoinsHost, Overlays } from './overlays/overlays';
import { AppLayout } from './layout/app-layout';
import { reportStartOutcome } from '../start/view/start-outcome';
import { startLive } from './live/live';
import { watchMissingMessages } from '../i18n/missing-messages';
import { useIsIdle } from '../lib/hooks/use-is-idle';
import { lazyPart, Part } from '../lib/lazy/lazy-part';
import { PartBoundary } from './overlays/part-boundary';
import { routes } from './routes';

const LazyTips = lazyPart(async () => (await import('../ui/components/overlay/tooltips')).Tooltips);
/** Loads tooltips once the browser is idle, because they open with a delay anyway. */
const TipsHost = () => <Part of={LazyTips} when={useIsIdle()} isDeferred props={{}} />;

interface AppProps {
  readonly client: QueryClient;
  /** Router component; `BrowserRouter` by default. */
  readonly Router?: ComponentType<{ readonly children?: ReactNode }>;
  /** For a prerendered page: keeps it unchanged until this resolves. */
  readonly until?: Promise<void>;
}

/** The whole shop in the browser. */
export function App({ client, Router = BrowserRouter, until }: AppProps) {
  useEffect(() => {
    startLive(client);
    showStoredToast();
    watchMissingMessages();
    reportStartOutcome('drawn');
  }, [client]);
  return (
    <UiProvider>
      <QueryClientProvider client={client}>
        <Router>
          <FirstView until={until}>
            <AppLayout>
              <Routes>
                {routes.map(({ path, Page }) => (
                  <Route key={path} path={path} element={<Page />} />
                ))}
              </Routes>
            </AppLayout>
          </FirstView>
          <PartBoundary>
            <Overlays />
          </PartBoundary>
          <PartBoundary>
            <FreeCoinsHost />
          </PartBoundary>
          <PartBoundary>
            <Toaster />
          </PartBoundary>
          <PartBoundary>
            <TipsHost />
          </PartBoundary>
        </Router>
      </QueryClientProvider>
    </UiProvider>
  );
}
