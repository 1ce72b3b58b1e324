import { loadWithAreas } from '../../../i18n/i18n';
import { lazyComponent } from '../../../lib/lazy/lazy-component';

/** Popover of the header's loyalty widget, loaded on demand. */
export const LazyLoyaltyPopover = lazyComponent(
  async () => (await loadWithAreas(import('./loyalty-popover'), 'loyalty')).LoyaltyPopover,
);
