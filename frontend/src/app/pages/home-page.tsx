import { chakra } from '@chakra-ui/react/styled-system';
import { price, type CartItem, type Product } from '@pax/contracts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/components/base/page';
import { countPieces } from '../../features/market/cart/cart-rules';
import { useCart } from '../../features/market/cart/cart-store';
import { useCartLines } from '../../features/market/cart/use-cart-lines';
import { Market } from '../../features/market/catalog/market';
import { StatsStrip } from '../../features/market/home/stats-strip';
import { useWishlist } from '../../features/market/catalog/wishlist-store';
import { withAreas } from '../../i18n/with-areas';
import { useHoldLimits } from '../../lib/http/hold-limits';
import { useCoinStock, useProducts } from '../../lib/http/products';
import { content } from '../../lib/values/content';
import { useIsIdle } from '../../lib/hooks/use-is-idle';
import { useLastDefined } from '../../lib/hooks/use-last-defined';
import { usePartFailed } from '../../lib/hooks/use-part-failed';
import { useTitle } from '../../lib/hooks/use-title';
import { lazyPart } from '../../lib/lazy/lazy-part';
import { Part } from '../../lib/lazy/part';
import { PartBoundary } from '../overlays/part-boundary';
import { LazyProductDialog } from '../overlays/shopper-parts';
import { useCatalogActions } from './use-catalog-actions';
import { useOpenProduct } from './use-open-product';

const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    columnGap: '6',
    rowGap: '1',
    pt: { base: '3', md: '6' },
    pb: { base: '1', md: '2' },
  },
});
const Heading = chakra('h1', { base: { textStyle: 'title' } });

function Stats() {
  const items = useCart((state) => state.items);
  const wishlist = useWishlist((state) => state.items);
  const products = useProducts().data;
  // Products no longer sold are not counted.
  const wishlisted = products
    ? wishlist.filter((item) => products.some(({ id }) => id === item.id))
    : wishlist;
  const lines = useCartLines();
  const value = price(lines.map(({ pricing }) => pricing)).total;
  return (
    <StatsStrip
      pieces={countPieces(items)}
      valueCents={value}
      wishlistCount={wishlisted.length}
      players={content.activePlayers}
    />
  );
}

const Below = chakra('div', { base: { mt: { base: '10', md: '14' }, minHeight: '720px' } });

const LazyHomeBelow = lazyPart(
  async () => (await withAreas(import('./home-below'), 'home', 'referral', 'loyalty')).HomeBelow,
);

/** The smallest quantity of a product, to request its hold limit. */
const toAsked = ({ id, isCustom }: Product): CartItem => ({
  id,
  quantity: 1,
  ...(isCustom && { customAmount: 1 }),
});

/** The home page: the market first, below it recently viewed products, reviews and the referral card. */
export function HomePage() {
  const { t } = useTranslation('shop');
  useTitle(t('title.home'));
  const wishlist = useWishlist((state) => state.items);
  const wishlisted = useMemo(() => new Set(wishlist.map(({ id }) => id)), [wishlist]);
  const actions = useCatalogActions(wishlisted);
  // Below the fold, therefore loaded when the browser is idle.
  const isIdle = useIsIdle();
  const products = useProducts().data;
  const { opened, open, close } = useOpenProduct(products);
  const pool = useCoinStock();
  // Keeps the product rendered during the closing animation.
  const last = useLastDefined(opened);
  const asked = useMemo(() => (last ? [toAsked(last)] : []), [last]);
  const [limit] = useHoldLimits(asked, opened !== undefined);
  const showPartFailed = usePartFailed();
  const wanted = opened?.id;
  const failed = useCallback(() => {
    close();
    if (wanted !== undefined) showPartFailed(() => open({ id: wanted }));
  }, [close, open, showPartFailed, wanted]);
  return (
    <Page>
      <Top>
        <Heading>{t('market.heading')}</Heading>
        <Stats />
      </Top>
      <Market actions={actions} wishlisted={wishlisted} onOpen={open} />
      {last && (
        <Part
          key={last.id}
          of={LazyProductDialog}
          when={opened !== undefined}
          onFail={failed}
          props={{ product: last, pool, limit, actions, open: opened !== undefined, onClose: close }}
        />
      )}
      <Below>
        <PartBoundary>
          <Part of={LazyHomeBelow} when={isIdle} isUnasked props={{ products, onOpen: open }} />
        </PartBoundary>
      </Below>
    </Page>
  );
}
