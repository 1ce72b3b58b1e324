import { describePiece, addLabelToName, getPageAfterSignIn } from '@pax/contracts';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toCartItem } from '../../features/market/cart/cart-items';
import { toWireItems, type LineTrouble, useCartLines } from '../../features/market/cart/cart-lines';
import { useCart } from '../../features/market/cart/cart-store';
import { useCelebration } from '../../features/checkout/celebration/celebration-store';
import type { CheckoutCart, CheckoutCartLine } from '../../features/checkout/checkout-cart';
import { CheckoutDialog } from '../../features/checkout/checkout-dialog';
import { useCurrentUser } from '../../lib/http/current-user';
import { signInAddress } from '../../lib/values/sign-in-address';
import { CHECKOUT_HASH, useCheckoutFlag } from './checkout-open-store';

interface CheckoutHostProps {
  /** True while another overlay is still mounted, because the checkout opens only after it is gone. */
  readonly isCovered: boolean;
}

const toCheckoutTrouble = (trouble: LineTrouble | undefined): CheckoutCartLine['trouble'] =>
  trouble?.kind === 'soldOut' ? { kind: 'short', left: 0 } : trouble;

/** Returns the address of the page that is open, with the checkout opened on it. */
function useOpenCheckoutAddress(): string {
  const { pathname, search } = useLocation();
  const here = pathname + search + CHECKOUT_HASH;
  // A page to which no sign-in returns, or whose address is too long for that, is replaced by the market.
  return getPageAfterSignIn(here) === here ? here : `/${CHECKOUT_HASH}`;
}

/** Renders the checkout and connects it to cart, celebration and router. */
export function CheckoutHost({ isCovered }: CheckoutHostProps) {
  const navigate = useNavigate();
  const returnTo = useOpenCheckoutAddress();
  const me = useCurrentUser();
  const { isOpen, close } = useCheckoutFlag();
  const { add, setQuantity, remove, place, settle } = useCart();
  const celebrate = useCelebration((state) => state.celebratePoints);
  const cart = useCartLines(isOpen);
  const checkoutCart = useMemo<CheckoutCart>(
    () => ({
      lines: cart.map(({ item, product, pricing, trouble, most }) => ({
        id: item.id,
        name: addLabelToName(product ?? item),
        category: product?.category ?? item.category,
        image: product?.image ?? item.image,
        most,
        shown: item.shown ?? describePiece(product ?? item),
        pricing,
        item: toWireItems([item])[0] ?? { id: item.id, quantity: item.quantity },
        trouble: toCheckoutTrouble(trouble),
      })),
      reduceLineTo(id, left) {
        const line = cart.find(({ item }) => item.id === id);
        if (line?.item.isCustom && line.product && left > 0) add(toCartItem(line.product, 1, left));
        else setQuantity(id, left);
      },
      setQuantity,
      removeUnavailable: () =>
        cart.filter(({ trouble }) => trouble?.kind === 'gone').forEach(({ item }) => remove(item.id)),
    }),
    [cart, add, setQuantity, remove],
  );
  return (
    <CheckoutDialog
      open={isOpen && !isCovered}
      onClose={close}
      me={me}
      cart={checkoutCart}
      returnTo={returnTo}
      onSignIn={() => {
        close();
        void navigate(signInAddress(returnTo));
      }}
      onPlaced={(checkout, lines) => me && place({ checkout, userId: me.id, lines })}
      onDone={({ checkout, href, partner }) => {
        settle(checkout, []);
        close();
        void navigate(href, { state: partner === undefined ? null : { partner } });
      }}
      onLeave={(href) => location.assign(href)}
      onPreview={(points) => celebrate(points, true)}
    />
  );
}
