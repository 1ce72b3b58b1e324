import { chakra } from '@chakra-ui/react/styled-system';
import { ErrorBoundary } from '../../ui/components/feedback/error-boundary';
import { withAreas } from '../../i18n/with-areas';
import { useIsIdle } from '../../lib/hooks/use-is-idle';
import { lazyPart } from '../../lib/lazy/lazy-part';
import { Part } from '../../lib/lazy/part';
import { useLoyaltyShown } from './use-loyalty-shown';

const LazyLoyaltyButton = lazyPart(
  async () =>
    (await withAreas(import('../../features/account/loyalty/loyalty-button'), 'loyalty')).LoyaltyButton,
);

const Placeholder = chakra('span', { base: { width: 'touch', height: 'touch' } });

const report = (error: unknown) => globalThis.reportError(error);
const placeholder = () => <Placeholder />;

/**
 * The header's loyalty widget, loaded after the first view, and only where it is shown. Its space is
 * reserved, also when loading fails.
 */
export function LoyaltySlot() {
  const isIdle = useIsIdle();
  const isShown = useLoyaltyShown();
  return (
    <ErrorBoundary onError={report} fallback={placeholder}>
      <Part
        of={LazyLoyaltyButton}
        when={isIdle && isShown}
        isUnasked
        props={{}}
        onFail={report}
        fallback={<Placeholder />}
      />
    </ErrorBoundary>
  );
}
