import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { FREE_COINS_HASH, useFreeCoins } from '../../features/account/free-coins/free-coins-open-store';
import { loadWithAreas } from '../../i18n/i18n';
import { useCurrentUser } from '../../lib/http/current-user';
import { useDiscordServerInfo } from '../../lib/http/shop-info';
import { useReportLoadFailure } from '../../lib/hooks/use-report-load-failure';
import { lazyComponent, LazyMount } from '../../lib/lazy/lazy-component';
import { useReferralCode } from '../../lib/storage/referral-link';
import { useCart } from '../../features/market/cart/cart-store';
import { useWishlist } from '../../features/market/catalog/wishlist-store';
import { useCelebration } from '../../features/checkout/celebration/celebration-store';
import { LazyLoyaltyPopover } from '../../features/account/loyalty/lazy-popover';
import { useIsLoyaltyShown } from '../layout/loyalty-slot';
import { CHECKOUT_HASH, useCheckoutFlag } from './checkout-open-store';
import { useOpenDashboardOnEvent } from './use-dashboard-route';
import {
  LazyCartPanel,
  LazyCartChangeToasts,
  LazyCheckoutHost,
  LazyRemovePaidGoods,
  shopperPreloads,
} from './lazy-overlays';
import { waitUntilLoadedAndIdle } from '../../lib/browser/scheduling';

const LazyFreeCoins = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/account/free-coins/free-coins-dialog'), 'home'))
      .FreeCoinsDialog,
);

/** Renders the free coins dialog on every page. A URL fragment opens the dialog, for example after a sign-in for it. */
export function FreeCoinsHost() {
  const showPartFailed = useReportLoadFailure();
  const { isOpen, open, close } = useFreeCoins();
  const me = useCurrentUser();
  const invite = useDiscordServerInfo()?.inviteLink;
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== FREE_COINS_HASH) return;
    void navigate({ pathname, search }, { replace: true });
    open();
  }, [hash, pathname, search, navigate, open]);
  const failed = useCallback(() => {
    close();
    showPartFailed(open);
  }, [close, open, showPartFailed]);
  return (
    <LazyMount
      of={LazyFreeCoins}
      when={isOpen}
      onFail={failed}
      props={{ open: isOpen, onClose: close, me, invite }}
    />
  );
}

/** Delay between opening the checkout and closing the cart, ms. */
export const CART_CLOSE_DELAY_MS = 100;

const LazyCelebration = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/checkout/celebration/celebration-overlay'), 'checkout'))
      .CelebrationOverlay,
);

/** Reopens the checkout after a sign-in if the cart contains items. */
function useReopenCheckout(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const open = useCheckoutFlag((state) => state.open);
  useEffect(() => {
    if (hash !== CHECKOUT_HASH) return;
    void navigate({ pathname, search }, { replace: true });
    if (useCart.getState().items.length > 0) open();
  }, [hash, pathname, search, navigate, open]);
}

const preloadsWithLoyalty = [...shopperPreloads, LazyLoyaltyPopover.preload];

/**
 * Prefetches code while the browser is idle, so that a click works at once, also offline; retries when online again.
 *
 * @returns a function that stops prefetching; a fetch in flight still completes
 */
function prefetchWhileIdle(preloads: readonly (() => Promise<unknown>)[]): () => void {
  const end = new AbortController();
  const fetchOneByOne = async (left: readonly (() => Promise<unknown>)[]): Promise<void> => {
    const [fetchNext, ...rest] = left;
    if (!fetchNext) return;
    await waitUntilLoadedAndIdle();
    if (end.signal.aborted) return;
    try {
      await fetchNext();
    } catch {
      addEventListener('online', () => void fetchOneByOne(left), { once: true, signal: end.signal });
      return;
    }
    await fetchOneByOne(rest);
  };
  void fetchOneByOne(preloads);
  return () => end.abort();
}

/** Prefetches the overlays of the shop on all pages except the admin panel. */
function usePrefetchOverlays(): void {
  const isShop = useLocation().pathname !== '/admin';
  const hasLoyalty = useIsLoyaltyShown();
  useEffect(
    () => (isShop ? prefetchWhileIdle(hasLoyalty ? preloadsWithLoyalty : shopperPreloads) : undefined),
    [isShop, hasLoyalty],
  );
}

const LazyApplyKeptCode = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/account/referral/apply-kept-code'), 'referral'))
      .ApplyKeptCode,
);

/** Applies the code of a referral link once somebody has signed in. */
function ReferralHost() {
  const code = useReferralCode();
  const me = useCurrentUser();
  const isReady = code !== undefined && me?.blocked === false;
  return <LazyMount key={code} of={LazyApplyKeptCode} when={isReady} props={{}} />;
}

const LazyWishlistSync = lazyComponent(
  async () => (await import('../../features/market/catalog/wishlist-sync')).WishlistSync,
);

/** Keeps the wishlist of this browser and that of the account equal, and clears it at the sign-out. */
function WishlistHost() {
  const me = useCurrentUser();
  const userId = me?.blocked === false ? me.id : null;
  const isAccounts = useWishlist(({ owner }) => owner !== undefined);
  const isKnown = me !== undefined && (isAccounts || userId !== null);
  return <LazyMount of={LazyWishlistSync} when={isKnown} props={{ userId }} />;
}

/** Renders the celebration overlay, shown whenever the celebration store says so. */
function CelebrationHost() {
  const { show, points, isPreview, run } = useCelebration();
  const props = { show, points, isPreview };
  return <LazyMount key={run} of={LazyCelebration} when={show} props={props} />;
}

/** Renders cart and checkout on every page; their code is loaded when first opened. */
export function Overlays() {
  useReopenCheckout();
  useOpenDashboardOnEvent();
  usePrefetchOverlays();
  const cartOpen = useCart((state) => state.isOpen);
  const cartFull = useCart((state) => state.items.length > 0);
  const hasPlaced = useCart((state) => state.placed.length > 0);
  const openCart = useCart((state) => state.open);
  const closeCart = useCart((state) => state.close);
  const { isOpen: checkoutOpen, open: openCheckout, close: closeCheckout } = useCheckoutFlag();
  // The checkout waits until the cart is unmounted, because nested dialogs would close together.
  const [cartDrawn, setCartDrawn] = useState(false);
  const showPartFailed = useReportLoadFailure();
  const cartFailed = useCallback(() => {
    closeCart();
    showPartFailed(openCart);
  }, [closeCart, openCart, showPartFailed]);
  const checkoutFailed = useCallback(() => {
    closeCheckout();
    showPartFailed(openCheckout);
  }, [closeCheckout, openCheckout, showPartFailed]);
  const openCheckoutOverCart = () => {
    openCheckout();
    // The cart stays open if the checkout was closed during the delay.
    setTimeout(() => useCheckoutFlag.getState().isOpen && closeCart(), CART_CLOSE_DELAY_MS);
  };
  const cart = {
    onDrawn: setCartDrawn,
    // The close button closes the checkout first; only then it closes the cart.
    onClose: checkoutOpen ? closeCheckout : closeCart,
    onCheckout: openCheckoutOverCart,
  };
  return (
    <>
      <LazyMount of={LazyCartPanel} when={cartOpen} onFail={cartFailed} props={cart} />
      <LazyMount
        of={LazyCheckoutHost}
        when={checkoutOpen}
        onFail={checkoutFailed}
        props={{ isCovered: cartOpen || cartDrawn }}
      />
      <LazyMount of={LazyCartChangeToasts} when={cartFull} props={{ quiet: cartOpen || checkoutOpen }} />
      <LazyMount of={LazyRemovePaidGoods} when={hasPlaced} props={{}} />
      <ReferralHost />
      <WishlistHost />
      <CelebrationHost />
    </>
  );
}
