import { loadWithAreas } from '../../../i18n/i18n';
import { lazyComponent } from '../../../lib/lazy/lazy-component';

/** The popover of the header's loyalty widget. */
export const LazyLoyaltyPopover = lazyComponent(
  async () => (await loadWithAreas(import('./loyalty-popover'), 'loyalty')).LoyaltyPopover,
);
