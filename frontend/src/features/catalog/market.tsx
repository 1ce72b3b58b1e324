import { chakra } from '@chakra-ui/react/styled-system';
import { CATEGORIES, type Product } from '@pax/contracts';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../components/base/visually-hidden';
import { ErrorState } from '../../components/feedback/empty-state';
import { Loading } from '../../components/feedback/skeleton';
import { useCoinStock, useProducts } from '../../lib/http/products';
import { CategoryTabs } from './category-tabs';
import type { CatalogActions } from './catalog-actions';
import { MarketTools } from './market-tools';
import { NothingHere } from './nothing-here';
import { PoolGauge } from './pool-gauge';
import { ProductGrid } from './product-grid';
import { QuickCoins } from './quick-coins';
import { show } from './search-and-sort';
import { SlowHint } from './slow-hint';
import { useMarketView } from './use-market-view';

const Stack = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '4', md: '5' } },
});
const Elsewhere = chakra('h2', { base: { textStyle: 'subheading', mt: '3' } });

interface MarketProps {
  readonly actions: CatalogActions;
  /** Ids on the wishlist. */
  readonly wishlisted: ReadonlySet<number>;
  /** Shows the details of a product. */
  readonly onOpen: (product: Product) => void;
}

/** The market: tabs, pool, quick coins, tools and product list, updated live. */
export function Market({ actions, wishlisted, onOpen }: MarketProps) {
  const { t } = useTranslation('shop');
  const products = useProducts();
  const pool = useCoinStock();
  const { wanted, shown: place, isBehind, go } = useMarketView();
  const { category, search, sort, wishlistOnly } = place;

  // Deferred, so that a changed product list never blocks user input.
  const goods = useDeferredValue(products.data);
  const isWaiting = goods === undefined && !products.isError;
  const shown = useMemo(() => {
    const names = Object.fromEntries(CATEGORIES.map((name) => [name, t(`market.${name}`)]));
    const only = wishlistOnly ? wishlisted : undefined;
    return show(goods ?? [], { category, search, sort, only }, (name) => names[name] ?? name);
  }, [goods, category, search, sort, wishlistOnly, wishlisted, t]);
  const custom = goods?.find((product) => product.isCustom && product.category === 'coins');
  const browsing = search.trim() === '' && !wishlistOnly;

  return (
    <CategoryTabs category={wanted.category} onChange={(next) => go({ category: next })}>
      <Stack>
        {category === 'coins' && browsing && (
          <>
            <PoolGauge pool={pool} />
            {(custom || isWaiting) && <QuickCoins product={custom} pool={pool} onBuy={actions.buyNow} />}
          </>
        )}
        <MarketTools
          search={wanted.search}
          sort={wanted.sort}
          wishlistOnly={wanted.wishlistOnly}
          onSearch={(text) => go({ search: text })}
          onSort={(next) => go({ sort: next })}
          onWishlistOnly={(only) => go({ wishlistOnly: only })}
        />
        <Stack aria-busy={isBehind || undefined}>
          {products.isError && (
            <ErrorState sentence={t('empty.failed')} onRetry={() => void products.refetch()} />
          )}
          {(isWaiting || shown.here.length > 0) && (
            <div>
              <VisuallyHidden asChild>
                <h2>{t(`market.${category}`)}</h2>
              </VisuallyHidden>
              {isWaiting && (
                <>
                  <SlowHint onRetry={() => void products.refetch({ cancelRefetch: true })} />
                  <Loading label={t('empty.loading')} />
                </>
              )}
              <ProductGrid
                key={category}
                products={goods && shown.here}
                category={category}
                actions={actions}
                onOpen={onOpen}
                eager={4}
              />
            </div>
          )}
          {goods && shown.elsewhere.length > 0 && (
            <>
              <Elsewhere>{t('market.elsewhere')}</Elsewhere>
              <ProductGrid products={shown.elsewhere} category={category} actions={actions} onOpen={onOpen} />
            </>
          )}
          {goods && shown.here.length + shown.elsewhere.length === 0 && (
            <NothingHere
              category={category}
              search={search}
              wishlistOnly={wishlistOnly}
              onClear={() => go({ search: '', wishlistOnly: false })}
            />
          )}
        </Stack>
      </Stack>
    </CategoryTabs>
  );
}
