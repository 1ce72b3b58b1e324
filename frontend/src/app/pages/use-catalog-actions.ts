import type { Product } from '@pax/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { tell } from '../../lib/tell';
import { toCartItem } from '../../features/cart/cart-item';
import { useCart } from '../../features/cart/cart-store';
import type { CatalogActions, Wanted } from '../../features/catalog/catalog-actions';
import { refusalOf } from '../../features/catalog/purchase-rules';
import { useWishlist } from '../../features/wishlist/wishlist-store';
import { formatMillions } from '../../lib/format';
import { hop } from '../../lib/hop';
import { useCheckoutFlag } from '../checkout-flag';

/** What the market does to cart, checkout and wishlist, with their notices (SHOP-5.17 to 5.20, SHOP-8.13, SHOP-8.14). */
export function useCatalogActions(wished: ReadonlySet<number>): CatalogActions {
  const { t } = useTranslation('shop');
  return useMemo(() => {
    const refused = (product: Product, millions?: number): boolean => {
      const refusal = refusalOf(product, millions);
      if (refusal === 'noId') tell({ title: t('refused.noId'), kind: 'error' });
      else if (refusal)
        tell({ title: t(`refused.${refusal}`), description: t(`refused.${refusal}Text`), kind: 'error' });
      return refusal !== undefined;
    };
    const add = (product: Product, { quantity, millions }: Wanted, from?: HTMLElement) => {
      if (refused(product, millions)) return;
      useCart.getState().add(toCartItem(product, quantity, millions));
      hop(from);
      tell(
        millions === undefined
          ? {
              title: t('added.title'),
              description: t('added.text', { name: product.name, count: quantity }),
              kind: 'success',
            }
          : {
              title: t('added.custom'),
              description: t('added.customText', { amount: formatMillions(millions) }),
              kind: 'success',
            },
      );
    };
    return {
      add,
      buyNow(product, millions) {
        if (refused(product, millions)) return;
        useCart.getState().add(toCartItem(product, 1, millions));
        useCheckoutFlag.getState().open();
      },
      isWished: (id) => wished.has(id),
      toggleWish(product) {
        const added = useWishlist.getState().toggle(product);
        tell({ title: t(added ? 'wishlist.added' : 'wishlist.removed'), description: product.name });
      },
    };
  }, [t, wished]);
}
