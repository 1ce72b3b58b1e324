import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { preloadAreas } from '../i18n/i18n';
import { useCart } from '../features/cart/cart-store';
import { CHECKOUT_HASH, useCheckoutFlag } from './checkout-flag';
import { useDashboardEvent } from './dashboard-place';

/** The cart closes so long after the checkout opened, ms (SHOP-9.25). */
export const CART_CLOSES_MS = 100;

const CartPanel = lazy(async () => {
  const [{ CartPanel: Panel }] = await Promise.all([
    import('../features/cart/cart-panel'),
    preloadAreas('cart'),
  ]);
  return { default: Panel };
});
const Checkout = lazy(async () => {
  const [{ CheckoutHost }] = await Promise.all([import('./checkout-host'), preloadAreas('checkout')]);
  return { default: CheckoutHost };
});

/** True from the first time on, so that what was opened once can also be seen closing. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever;
}

/** Opens the checkout again for a shopper who comes back from the sign-in with goods in the cart. */
function useCheckoutInAddress(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const open = useCheckoutFlag((state) => state.open);
  useEffect(() => {
    if (hash !== CHECKOUT_HASH) return;
    void navigate({ pathname, search }, { replace: true });
    if (useCart.getState().items.length > 0) open();
  }, [hash, pathname, search, navigate, open]);
}

/** Cart and checkout lie over any page; their code comes when they are first opened. */
export function Panels() {
  useCheckoutInAddress();
  useDashboardEvent();
  const cartOpen = useCart((state) => state.isOpen);
  const closeCart = useCart((state) => state.close);
  const { isOpen: checkoutOpen, open: openCheckout } = useCheckoutFlag();
  // Two dialogs at once would be one over the other, and the upper would end with the lower.
  const [cartDrawn, setCartDrawn] = useState(false);
  const cartEver = useEver(cartOpen);
  const checkoutEver = useEver(checkoutOpen);
  return (
    <>
      {cartEver && (
        <Suspense>
          <CartPanel
            onDrawn={setCartDrawn}
            onCheckout={() => {
              openCheckout();
              setTimeout(closeCart, CART_CLOSES_MS);
            }}
          />
        </Suspense>
      )}
      {checkoutEver && (
        <Suspense>
          <Checkout held={cartOpen || cartDrawn} />
        </Suspense>
      )}
    </>
  );
}
