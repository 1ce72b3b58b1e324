import type { CartItem as WireItem, Product } from '@pax/contracts';
import { useCallback, useEffect, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import {
  toCartItem,
  type CartItem,
  addCartItem,
  removeCartItem,
} from '../../features/market/cart/cart-items';
import { toWireItems } from '../../features/market/cart/cart-lines';
import { useCart } from '../../features/market/cart/cart-store';
import { PayLinkPage, type PayLinkState, usePayLink } from '../../features/checkout/pay-link-page';
import { useCurrentUser } from '../../lib/http/current-user';
import { useProducts } from '../../lib/http/use-products';
import { CHECKOUT_HASH } from '../overlays/checkout-open-store';

/** Converts the items of a payment link into cart lines; leaves out products that are no longer sold. */
const toCartLines = (items: readonly WireItem[], products: readonly Product[]): CartItem[] =>
  items.flatMap(({ id, quantity, customAmount, shown }) => {
    const product = products.find((one) => one.id === id);
    if (!product) return [];
    return [{ ...toCartItem(product, quantity, customAmount), ...(shown === undefined ? {} : { shown }) }];
  });

const isSameCart = (one: readonly CartItem[], other: readonly CartItem[]): boolean =>
  JSON.stringify(toWireItems(one)) === JSON.stringify(toWireItems(other));

/** Page of a payment link from Discord: puts its items into the cart and opens the checkout over the shop. */
export function PayLinkRoute() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const me = useCurrentUser();
  const { items, problem, retry } = usePayLink(token, me);
  const { data: products, isError, refetch } = useProducts();
  const { items: held, replace, open } = useCart();
  const lines = useMemo(() => items && products && toCartLines(items, products), [items, products]);
  const isFree = lines !== undefined && lines.length > 0 && (held.length === 0 || isSameCart(held, lines));
  const pay = useCallback(
    (chosen: readonly CartItem[]) => {
      replace(chosen);
      void navigate(`/${CHECKOUT_HASH}`, { replace: true });
    },
    [navigate, replace],
  );
  useEffect(() => {
    if (isFree && lines) pay(lines);
  }, [isFree, lines, pay]);
  return (
    <PayLinkPage
      state={payLinkStateOf({ problem, me, lines, isFree, isListMissing: isError && items !== undefined })}
      token={token}
      me={me}
      onChoose={(isAlone) => lines && pay(isAlone ? lines : mergeIntoCart(held, lines))}
      onRetry={() => (problem === undefined ? void refetch() : retry())}
      onCart={() => {
        open();
        void navigate('/');
      }}
    />
  );
}

/**
 * Merges a payment link's items into the cart. They replace lines of the same products, so that the chosen quantity
 * counts.
 */
const mergeIntoCart = (held: readonly CartItem[], lines: readonly CartItem[]): CartItem[] =>
  lines.reduce<CartItem[]>((cart, line) => addCartItem(removeCartItem(cart, line.id), line), [...held]);

interface PayLinkFacts {
  readonly problem: PayLinkState | undefined;
  readonly me: ReturnType<typeof useCurrentUser>;
  readonly lines: readonly CartItem[] | undefined;
  readonly isFree: boolean;
  readonly isListMissing: boolean;
}

function payLinkStateOf({ problem, me, lines, isFree, isListMissing }: PayLinkFacts): PayLinkState {
  if (problem) return problem;
  if (me === null) return 'signIn';
  if (lines?.length === 0) return 'gone';
  if (lines && !isFree) return 'choose';
  return isListMissing ? 'failed' : 'wait';
}
