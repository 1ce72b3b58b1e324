import { loadWithAreas } from '../../i18n/i18n';
import { lazyPart } from '../../lib/lazy/lazy-part';

export const LazyProductDialog = lazyPart(
  async () => (await import('../../features/market/catalog/product-dialog')).ProductDialog,
);

export const LazyCartPanel = lazyPart(
  async () =>
    (await loadWithAreas(import('../../features/market/cart/cart-panel'), 'cart', 'shop')).CartPanel,
);

export const LazyCartWatch = lazyPart(
  async () => (await loadWithAreas(import('../../features/market/cart/cart-watch'), 'cart')).CartWatch,
);

export const LazyRemovePaidGoods = lazyPart(
  async () => (await loadWithAreas(import('./remove-paid-goods'), 'cart')).RemovePaidGoods,
);

export const LazyCheckoutHost = lazyPart(
  async () => (await loadWithAreas(import('./checkout-host'), 'checkout')).CheckoutHost,
);

/** Loads the likely next parts, in order of prefetching. */
export const shopperParts: readonly (() => Promise<unknown>)[] = [
  LazyProductDialog.preload,
  LazyCartPanel.preload,
  LazyCartWatch.preload,
  LazyCheckoutHost.preload,
];
