import { chakra } from '@chakra-ui/react/styled-system';
import { startTransition, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from '../../components/feedback/error-boundary';
import { preloadAreas } from '../../i18n/i18n';
import { lazyWithRetry } from '../../start/view/lazy-with-retry';
import { whenIdle } from '../../lib/ui/scheduling';

const LoyaltyButton = lazyWithRetry(async () => {
  const [{ LoyaltyButton: Loaded }] = await Promise.all([
    import('../../features/loyalty/loyalty-button'),
    preloadAreas('loyalty'),
  ]);
  return Loaded;
});

const Placeholder = chakra('span', { base: { width: 'touch', height: 'touch' } });

const placeholder = () => <Placeholder />;

/**
 * The header's loyalty widget, loaded after the first view. Its space is reserved, also when loading fails.
 */
export function LoyaltySlot() {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    void whenIdle().then(() => startTransition(() => setIsDue(true)));
  }, []);
  return (
    <ErrorBoundary onError={(error) => globalThis.reportError(error)} fallback={placeholder}>
      <Suspense fallback={<Placeholder />}>{isDue ? <LoyaltyButton /> : <Placeholder />}</Suspense>
    </ErrorBoundary>
  );
}
