import { useCurrentUser } from '../../lib/http/current-user';
import { useMediaQuery } from '../../lib/hooks/use-media-query';
import { loadWithAreas } from '../../i18n/i18n';
import { lazyComponent } from '../../lib/lazy/lazy-component';
import { WIDE } from '../../ui/theme/media-queries';
import { HeaderSlot } from './header-slot';

/** True when the header shows the loyalty widget: always for an account, on wide screens only for a visitor. */
export function useIsLoyaltyShown(): boolean {
  const isWide = useMediaQuery(WIDE);
  return useCurrentUser() != null || isWide;
}

const LazyLoyaltyButton = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/account/loyalty/loyalty-button'), 'loyalty')).LoyaltyButton,
);

/** Place of the header's loyalty widget. */
export function LoyaltySlot() {
  return <HeaderSlot of={LazyLoyaltyButton} when={useIsLoyaltyShown()} />;
}
