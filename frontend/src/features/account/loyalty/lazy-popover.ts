import { loadWithAreas } from '../../../i18n/i18n';
import { lazyPart } from '../../../lib/lazy/lazy-part';

/** The popover of the header's loyalty widget. */
export const LazyLoyaltyPopover = lazyPart(
  async () => (await loadWithAreas(import('./loyalty-popover'), 'loyalty')).LoyaltyPopover,
);
