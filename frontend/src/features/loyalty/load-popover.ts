import { preloadAreas } from '../../i18n/i18n';

/** Loads the popover and its messages. */
export const loadLoyaltyPopover = async () => {
  const [{ LoyaltyPopover }] = await Promise.all([import('./loyalty-popover'), preloadAreas('loyalty')]);
  return LoyaltyPopover;
};
