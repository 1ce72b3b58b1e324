import { withAreas } from '../../../i18n/i18n';
import { lazyPart } from '../../../lib/lazy/lazy-part';

/** The popover of the header's loyalty widget. */
export const LazyLoyaltyPopover = lazyPart(
  async () => (await withAreas(import('./loyalty-popover'), 'loyalty')).LoyaltyPopover,
);
