import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense } from 'react';
import { preloadAreas } from '../../i18n/i18n';

const LoyaltyButton = lazy(async () => {
  const [{ LoyaltyButton: Loaded }] = await Promise.all([
    import('../../features/loyalty/loyalty-button'),
    preloadAreas('loyalty'),
  ]);
  return { default: Loaded };
});

const Place = chakra('span', { base: { width: 'touch', height: 'touch' } });

/** The loyalty widget of the header; its code comes after the first view, its place is kept. */
export function LoyaltySlot() {
  return (
    <Suspense fallback={<Place />}>
      <LoyaltyButton />
    </Suspense>
  );
}
