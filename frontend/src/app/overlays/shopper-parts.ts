import { loadLoyaltyPopover } from '../../features/loyalty/load-popover';
import { preloadAreas } from '../../i18n/i18n';

/** Loaders of overlays, each a stable function: code and messages are loaded on demand. */

export const loadProductDialog = async () =>
  (await import('../../features/catalog/product-dialog')).ProductDialog;

export const loadCart = async () => {
  const [{ CartPanel }] = await Promise.all([
    import('../../features/cart/cart-panel'),
    preloadAreas('cart', 'shop'),
  ]);
  return CartPanel;
};

export const loadCartWatch = async () => {
  const [{ CartWatch }] = await Promise.all([import('../../features/cart/cart-watch'), preloadAreas('cart')]);
  return CartWatch;
};

export const loadCheckout = async () => {
  const [{ CheckoutHost }] = await Promise.all([import('./checkout-host'), preloadAreas('checkout')]);
  return CheckoutHost;
};

/** Likely next parts in order of prefetching (OWN-304). */
export const shopperParts: readonly (() => Promise<unknown>)[] = [
  loadProductDialog,
  loadCart,
  loadCartWatch,
  loadCheckout,
  loadLoyaltyPopover,
];
