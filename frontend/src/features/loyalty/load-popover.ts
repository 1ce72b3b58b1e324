import { preloadAreas } from '../../i18n/i18n';

/** Fetches what the widget of the header opens, with its words. */
export const loadLoyaltyPopover = async () => {
  const [{ LoyaltyPopover }] = await Promise.all([import('./loyalty-popover'), preloadAreas('loyalty')]);
  return LoyaltyPopover;
};
