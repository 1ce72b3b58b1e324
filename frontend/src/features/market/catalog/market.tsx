import { chakra } from '@chakra-ui/react/styled-system';
import { CATEGORIES, type Category, type Product } from '@pax/contracts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading } from '../../../ui/components/feedback/skeleton';
import { useCoinStock, useProducts } from '../../../lib/http/products';
import { CategoryTabs } from './category-tabs';
import type { CatalogActions } from './catalog-actions';
import { MarketTools } from './market-tools';
import { PoolGauge } from './pool-gauge';
import { ProductGrid } from './product-grid';
import { QuickCoins } from './quick-coins';
import { show } from './search-and-sort';
import { useMarketView } from './use-market-view';
import { Button } from '../../../ui/components/base/button';

const Stack = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '4', md: '5' } },
});
const Elsewhere = chakra('h2', { base: { textStyle: 'subheading', mt: '3' } });

interface NothingHereProps {
  readonly category: Category;
  readonly search: string;
  readonly wishlistOnly: boolean;
  readonly onClear: () => void;
}

/** Empty states of the product list, each with its own text. */
function NothingHere({ category, search, wishlistOnly, onClear }: NothingHereProps) {
  const { t } = useTranslation('shop');
  const clear = (
    <Button icon="refresh" onClick={onClear}>
      {t('empty.clear')}
    </Button>
  );
  if (search.trim() !== '')
    return (
      <EmptyState
        title={t('empty.none')}
        sentence={t('empty.noneText', { search: search.trim() })}
        action={clear}
      />
    );
  if (wishlistOnly)
    return <EmptyState title={t('empty.wishlist')} sentence={t('empty.wishlistText')} action={clear} />;
  if (category === 'bases')
    return <EmptyState scene="closed-shutter" title={t('empty.bases')} sentence={t('empty.basesText')} />;
  return <EmptyState title={t('empty.none')} sentence={t('empty.noneHere')} />;
}

/** Delay before the hint, ms. */
const SLOW_MS = 6_000;

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', pb: '4', color: 'muted' },
});

/** After a delay says that loading is slow and offers a retry. */
function SlowHint({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation(['shop', 'common']);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      {slow && (
        <Row>
          {t('shop:empty.slow')}
          <Button size="sm" icon="refresh" onClick={onRetry}>
            {t('common:retry')}
          </Button>
        </Row>
      )}
    </div>
  );
}

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
