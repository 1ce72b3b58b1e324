import { chakra } from '@chakra-ui/react/styled-system';
import { useCurrentUser } from '../../lib/http/current-user';
import { useMediaQuery } from '../../lib/hooks/use-media-query';
import { ErrorBoundary } from '../../ui/components/feedback/error-boundary';
import { loadWithAreas } from '../../i18n/i18n';
import { useHasBrowserBeenIdle } from '../../lib/hooks/use-has-browser-been-idle';
import { WIDE } from '../../ui/theme/media-queries';
import { lazyComponent, LazyMount } from '../../lib/lazy/lazy-component';

/** True when the header shows the loyalty widget: always for an account, on wide screens only for a visitor. */
export function useIsLoyaltyShown(): boolean {
  const isWide = useMediaQuery(WIDE);
  return useCurrentUser() != null || isWide;
}

const LazyLoyaltyButton = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/account/loyalty/loyalty-button'), 'loyalty')).LoyaltyButton,
);

const Placeholder = chakra('span', { base: { width: 'touch', height: 'touch' } });

const reportLoadError = (error: unknown) => globalThis.reportError(error);
const renderPlaceholder = () => <Placeholder />;

/**
 * Place of the header's loyalty widget, which loads after the first view. Its space is reserved, even if loading
 * fails.
 */
export function LoyaltySlot() {
  const isIdle = useHasBrowserBeenIdle();
  const isShown = useIsLoyaltyShown();
  return (
    <ErrorBoundary onError={reportLoadError} fallback={renderPlaceholder}>
      <LazyMount
        of={LazyLoyaltyButton}
        when={isIdle && isShown}
        isDeferred
        props={{}}
        onFail={reportLoadError}
        fallback={<Placeholder />}
      />
    </ErrorBoundary>
  );
}
