import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Toaster } from '../ui/components/feedback/toaster';
import { UiProvider } from '../ui/components/ui-provider';
import { showStoredToast } from '../features/account/sign-in/stored-toast';
import { FirstView } from '../start/view/first-view';
import { FreeCoinsHost, Overlays } from './overlays/overlays';
import { AppLayout } from './layout/app-layout';
import { reportStartOutcome } from '../start/view/report-start-outcome';
import { startLiveUpdates } from './live/live-updates';
import { loadWithAreas } from '../i18n/i18n';
import { watchMissingMessages } from '../i18n/messages-failed-toast';
import { useHasBrowserBeenIdle } from '../lib/hooks/use-has-browser-been-idle';
import { lazyComponent, LazyMount } from '../lib/lazy/lazy-component';
import { SilentErrorBoundary } from './overlays/silent-error-boundary';
import { routes } from './routes';

const LazyTooltips = lazyComponent(async () => (await import('../ui/components/overlay/tooltips')).Tooltips);
/** Loads tooltips once the browser is idle, because they open with a delay anyway. */
const TooltipsHost = () => (
  <LazyMount of={LazyTooltips} when={useHasBrowserBeenIdle()} isDeferred props={{}} />
);

const LazyOfflineKeeper = lazyComponent(
  async () => (await loadWithAreas(import('./offline/offline-keeper'), 'offline')).OfflineKeeper,
);
/** Prepares for a lost connection once the browser is idle. */
const OfflineHost = () => {
  const isDue = useHasBrowserBeenIdle() && 'serviceWorker' in navigator;
  return <LazyMount of={LazyOfflineKeeper} when={isDue} isDeferred props={{}} />;
};

interface AppProps {
  readonly client: QueryClient;
  /** Router component around the pages; `BrowserRouter` by default, another one while prerendering. */
  readonly Router?: ComponentType<{ readonly children?: ReactNode }>;
  /** Promise that delays the first update of a prerendered page, so that its markup stays unchanged until then. */
  readonly until?: Promise<void>;
}

/** Root component of the shop in the browser. */
export function App({ client, Router = BrowserRouter, until }: AppProps) {
  useEffect(() => {
    startLiveUpdates(client);
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
          <SilentErrorBoundary>
            <Overlays />
          </SilentErrorBoundary>
          <SilentErrorBoundary>
            <FreeCoinsHost />
          </SilentErrorBoundary>
          <SilentErrorBoundary>
            <Toaster />
          </SilentErrorBoundary>
          <SilentErrorBoundary>
            <TooltipsHost />
          </SilentErrorBoundary>
          <SilentErrorBoundary>
            <OfflineHost />
          </SilentErrorBoundary>
        </Router>
      </QueryClientProvider>
    </UiProvider>
  );
}
