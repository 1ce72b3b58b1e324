import { loadWithAreas } from '../../i18n/i18n';
import { lazyComponent } from '../../lib/lazy/lazy-component';

export const LazyProductDialog = lazyComponent(
  async () => (await import('../../features/market/catalog/product-dialog')).ProductDialog,
);

export const LazyCartPanel = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/market/cart/cart-panel'), 'cart', 'shop')).CartPanel,
);

export const LazyCartChangeToasts = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/market/cart/cart-change-toasts'), 'cart')).CartChangeToasts,
);

export const LazyRemovePaidGoods = lazyComponent(
  async () => (await loadWithAreas(import('./remove-paid-goods'), 'cart')).RemovePaidGoods,
);

export const LazyCheckoutHost = lazyComponent(
  async () => (await loadWithAreas(import('./checkout-host'), 'checkout')).CheckoutHost,
);

/** Load functions of the overlays that a shopper is likely to open next, in the order of prefetching. */
export const shopperPreloads: readonly (() => Promise<unknown>)[] = [
  LazyProductDialog.preload,
  LazyCartPanel.preload,
  LazyCartChangeToasts.preload,
  LazyCheckoutHost.preload,
];
