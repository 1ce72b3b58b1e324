import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCart } from '../features/cart/cart-store';
import { useCelebration } from '../features/celebration/celebration-store';
import { preloadAreas } from '../i18n/i18n';
import { tell } from '../lib/tell';
import { CHECKOUT_HASH, useCheckoutFlag } from './checkout-flag';
import { useDashboardEvent } from './dashboard-place';
import { Part } from './part';

/** The cart closes so long after the checkout opened, ms (SHOP-9.25). */
export const CART_CLOSES_MS = 100;

const loadCart = async () => {
  const [{ CartPanel }] = await Promise.all([
    import('../features/cart/cart-panel'),
    preloadAreas('cart', 'shop'),
  ]);
  return CartPanel;
};
const loadCheckout = async () => {
  const [{ CheckoutHost }] = await Promise.all([import('./checkout-host'), preloadAreas('checkout')]);
  return CheckoutHost;
};
const loadCelebration = async () => {
  const [{ CelebrationOverlay }] = await Promise.all([
    import('../features/celebration/celebration-overlay'),
    preloadAreas('checkout'),
  ]);
  return CelebrationOverlay;
};
const loadWatch = async () => {
  const [{ CartWatch }] = await Promise.all([import('../features/cart/cart-watch'), preloadAreas('cart')]);
  return CartWatch;
};
const nothing = () => undefined;

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

/** The celebration lies over everything, whenever its state is set (SHOP-2.13). */
function CelebrationPlace() {
  const { show, points, run } = useCelebration();
  return <Part key={run} wanted={show} load={loadCelebration} onFail={nothing} props={{ show, points }} />;
}

/** Cart and checkout lie over any page; their code comes when they are first opened. */
export function Panels() {
  useCheckoutInAddress();
  useDashboardEvent();
  const { t } = useTranslation();
  const cartOpen = useCart((state) => state.isOpen);
  const cartFull = useCart((state) => state.items.length > 0);
  const closeCart = useCart((state) => state.close);
  const { isOpen: checkoutOpen, open: openCheckout, close: closeCheckout } = useCheckoutFlag();
  // Two dialogs at once would be one over the other, and the upper would end with the lower.
  const [cartDrawn, setCartDrawn] = useState(false);
  const failed = useCallback(() => {
    closeCart();
    closeCheckout();
    tell({ title: t('failure.title'), description: t('failure.sentence'), kind: 'error' });
  }, [closeCart, closeCheckout, t]);
  const checkout = () => {
    openCheckout();
    // Who closed the checkout in the meantime wants the cart back.
    setTimeout(() => useCheckoutFlag.getState().isOpen && closeCart(), CART_CLOSES_MS);
  };
  const cart = {
    onDrawn: setCartDrawn,
    // The checkout, where it is open, is closed before the cart (SHOP-2.39).
    onClose: checkoutOpen ? closeCheckout : closeCart,
    onCheckout: checkout,
  };
  return (
    <>
      <Part wanted={cartOpen} load={loadCart} onFail={failed} props={cart} />
      <Part
        wanted={checkoutOpen}
        load={loadCheckout}
        onFail={failed}
        props={{ held: cartOpen || cartDrawn }}
      />
      <Part wanted={cartFull} load={loadWatch} onFail={nothing} props={{ quiet: cartOpen || checkoutOpen }} />
      <CelebrationPlace />
    </>
  );
}
