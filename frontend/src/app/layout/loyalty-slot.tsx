import { chakra } from '@chakra-ui/react/styled-system';
import { ErrorBoundary } from '../../components/error-boundary';
import { preloadAreas } from '../../i18n/i18n';
import { idle } from '../../lib/turns';
import { Part } from '../part';

/** Nobody asked for it yet: it comes when the first view is done. */
const load = async () => {
  await idle();
  const [{ LoyaltyButton }] = await Promise.all([
    import('../../features/loyalty/loyalty-button'),
    preloadAreas('loyalty'),
  ]);
  return LoyaltyButton;
};
const nothing = () => undefined;
const noProps = {};

const Place = chakra('span', { base: { width: 'touch', height: 'touch' } });

const place = () => <Place />;

/** The loyalty widget of the header; its code comes after the first view. Its place is kept, also when it can't come. */
export function LoyaltySlot() {
  return (
    <ErrorBoundary onError={(error) => globalThis.reportError(error)} fallback={place}>
      <Part wanted isUnasked load={load} onFail={nothing} props={noProps} place={<Place />} />
    </ErrorBoundary>
  );
}
