import type { CoinStockAnswer, Product } from '@pax/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { showToast } from '../../lib/browser/toast';
import { addToCart, type AddResult } from '../../features/market/cart/add-to-cart';
import type { CatalogActions, WantedAmount } from '../../features/market/catalog/catalog-actions';
import {
  isValidMillions,
  findPurchaseRefusal,
  type EnteredMillions,
} from '../../features/market/catalog/purchase-rules';
import { useWishlist } from '../../features/market/catalog/wishlist-store';
import { useCurrentUser } from '../../lib/http/current-user';
import { COIN_STOCK } from '../../lib/http/query-keys';
import { formatMillions } from '../../lib/values/format';
import { signInAddress } from '../../lib/values/sign-in-address';
import { useCheckoutFlag } from '../overlays/checkout-open-store';

/** Duration of the animation from a product to the cart, ms. */
const FLIGHT_MS = 420;
const SIZE = 20;

/** Animates a block from the pressed button to the cart (`data-cart-target`), except under reduced motion. */
function flyToCart(from: Element | undefined): void {
  const target = [...document.querySelectorAll('[data-cart-target]')].find(
    (element) => element.clientWidth > 0,
  );
  if (!from || !target || matchMedia('(prefers-reduced-motion: reduce)').matches || !document.body.animate)
    return;
  const start = from.getBoundingClientRect();
  const end = target.getBoundingClientRect();
  const block = document.createElement('span');
  block.setAttribute('aria-hidden', 'true');
  Object.assign(block.style, {
    position: 'fixed',
    zIndex: '900',
    width: `${SIZE}px`,
    height: `${SIZE}px`,
    left: `${start.x + start.width / 2 - SIZE / 2}px`,
    top: `${start.y - SIZE / 2}px`,
    background: 'var(--pax-colors-accent)',
    boxShadow: 'inset 0 4px 0 rgba(255, 255, 255, 0.45), inset -6px 0 0 rgba(0, 0, 0, 0.2)',
    pointerEvents: 'none',
  });
  document.body.append(block);
  const x = end.x + end.width / 2 - (start.x + start.width / 2);
  const y = end.y + end.height / 2 - start.y;
  const flight = block.animate(
    [
      { transform: 'none', opacity: 1 },
      {
        transform: `translate(${x * 0.4}px, ${Math.min(y, 0) * 0.75 - 60}px) rotate(90deg)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${x}px, ${y}px) rotate(180deg) scale(0.5)`, opacity: 0.4 },
    ],
    { duration: FLIGHT_MS, easing: 'cubic-bezier(0.4, 0, 0.4, 1)' },
  );
  flight.addEventListener('finish', () => block.remove());
  flight.addEventListener('cancel', () => block.remove());
}

/** Returns the market's actions on cart, checkout and wishlist; each shows a toast about its result. */
export function useCatalogActions(wishlisted: ReadonlySet<number>): CatalogActions {
  const { t } = useTranslation('shop');
  const navigate = useNavigate();
  // Only a visitor is led to the sign-in; somebody whom the shop does not know yet may well be signed in.
  const isVisitor = useCurrentUser() === null;
  const client = useQueryClient();
  return useMemo(() => {
    const showRefusal = (product: Product, amount: EnteredMillions): boolean => {
      const refusal = findPurchaseRefusal(product, amount);
      if (refusal === 'noId') showToast({ title: t('refused.noId'), kind: 'error' });
      else if (refusal)
        showToast({
          title: t(`refused.${refusal}`),
          description: t(`refused.${refusal}Text`),
          kind: 'error',
        });
      return refusal !== undefined;
    };
    const putIntoCart = (product: Product, quantity: number, amount: EnteredMillions): AddResult => {
      const pool = client.getQueryData<CoinStockAnswer>(COIN_STOCK)?.coinStock;
      return addToCart(product, isValidMillions(amount) ? amount : quantity, pool);
    };
    const cappedText = ({ name, isCustom }: Product, held: number): string =>
      isCustom
        ? t('added.cappedCoins', { amount: formatMillions(held) })
        : t('added.capped', { name, count: held });
    const showStockLimit = (product: Product, held: number) =>
      showToast({ title: t('added.full'), ...(held > 0 && { description: cappedText(product, held) }) });
    const addAndShowToast = (product: Product, { quantity, amount }: WantedAmount, from?: HTMLElement) => {
      if (showRefusal(product, amount)) return;
      const { held, isChanged, isCapped } = putIntoCart(product, quantity, amount);
      if (isCapped && !isChanged) return showStockLimit(product, held);
      flyToCart(from);
      const plain = product.isCustom
        ? t('added.customText', { amount: formatMillions(held) })
        : t('added.text', { name: product.name, count: quantity });
      showToast({
        title: t(product.isCustom ? 'added.custom' : 'added.title'),
        description: isCapped ? cappedText(product, held) : plain,
        kind: 'success',
        action: { label: t('added.checkout'), run: useCheckoutFlag.getState().open },
        isBrief: true,
      });
    };
    return {
      add: addAndShowToast,
      buyNow(product, amount) {
        if (showRefusal(product, amount)) return;
        const { held, isCapped } = putIntoCart(product, 1, amount);
        if (isCapped) showStockLimit(product, held);
        if (held > 0) useCheckoutFlag.getState().open();
      },
      isOnWishlist: (id) => wishlisted.has(id),
      toggleWishlist(product) {
        const added = useWishlist.getState().toggle(product);
        showToast({ title: t(added ? 'wishlist.added' : 'wishlist.removed'), description: product.name });
      },
      isAskedFor: (id) => !isVisitor && wishlisted.has(id),
      toggleTell(product) {
        const { id, name } = product;
        if (!isVisitor) {
          const added = useWishlist.getState().toggle(product);
          showToast(
            added
              ? { title: t('wishlist.told'), description: t('wishlist.toldText'), kind: 'success' }
              : { title: t('wishlist.removed'), description: name },
          );
          return;
        }
        // The sign-in merges the visitor's list into that of the account.
        if (!wishlisted.has(id)) useWishlist.getState().toggle(product);
        showToast({ title: t('wishlist.signIn'), description: t('wishlist.signInText', { name }) });
        const back = new URLSearchParams(location.search);
        back.set('product', String(id));
        void navigate(signInAddress(`/?${back}`));
      },
    };
  }, [client, t, wishlisted, isVisitor, navigate]);
}
