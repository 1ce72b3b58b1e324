import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { CATEGORIES, type Category, type Product } from '@pax/contracts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Button } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { SearchField } from '../../../ui/components/form/search-field';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { inputRecipe } from '../../../ui/theme/recipes/input';
import {
  isMarketSort,
  SORTS,
  type MarketSort,
  findVisibleProducts,
  MAX_SEARCH_LENGTH,
  useMarketView,
} from './use-market-view';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { useCoinStock, useProducts } from '../../../lib/http/use-products';
import { CategoryTabs } from './category-tabs';
import type { CatalogActions } from './catalog-actions';
import { QuickCoins, type QuickCoinsProps } from './quick-coins';
import { loadWithAreas } from '../../../i18n/i18n';
import { useHasBrowserBeenIdle } from '../../../lib/hooks/use-has-browser-been-idle';
import { lazyComponent, LazyMount } from '../../../lib/lazy/lazy-component';
import { ProductGrid } from './product-grid';

const Bar = chakra('div', { base: { display: 'flex', gap: '2' } });
/** The native sort selector is shown as an icon on a phone. */
const SortBox = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    '& > svg': { display: { md: 'none' }, position: 'absolute', pointerEvents: 'none' },
  },
});
const Select = chakra('select', inputRecipe);
const Label = chakra('span', { base: { display: { base: 'none', md: 'inline' } } });

interface MarketToolsProps {
  readonly search: string;
  readonly sort: MarketSort;
  readonly wishlistOnly: boolean;
  readonly onSearch: (search: string) => void;
  readonly onSort: (sort: MarketSort) => void;
  readonly onWishlistOnly: (only: boolean) => void;
}

/** Bar with search, sort selector and wishlist toggle. */
function MarketTools(props: MarketToolsProps) {
  const { search, sort, wishlistOnly, onSearch, onSort, onWishlistOnly } = props;
  const { t } = useTranslation('shop');
  return (
    <Bar>
      <SearchField
        value={search}
        onChange={onSearch}
        label={t('tools.search')}
        maxLength={MAX_SEARCH_LENGTH}
      />
      <SortBox>
        <VisuallyHidden>{t('tools.sort')}</VisuallyHidden>
        <Icon name="filter" />
        <Select
          width={{ base: '44px', md: 'auto' }}
          px={{ base: '0', md: '3' }}
          color={{ base: 'transparent', md: 'text' }}
          appearance={{ base: 'none', md: 'auto' }}
          css={{ '& option': { color: 'text', bg: 'surface' } }}
          value={sort}
          onChange={(event) => isMarketSort(event.target.value) && onSort(event.target.value)}
        >
          {SORTS.map((option) => (
            <option key={option} value={option}>
              {t(`tools.sorts.${option}`)}
            </option>
          ))}
        </Select>
      </SortBox>
      <Button
        icon="heart"
        px={{ base: '3', md: '4' }}
        aria-label={t('tools.wishlistOnly')}
        aria-pressed={wishlistOnly}
        onClick={() => onWishlistOnly(!wishlistOnly)}
      >
        <Label>{t('tools.wishlistOnly')}</Label>
      </Button>
    </Bar>
  );
}

const Stack = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '4', md: '5' } },
});
const Elsewhere = chakra('h2', { base: { textStyle: 'subheading', mt: '3' } });

interface EmptyProductListProps {
  readonly category: Category;
  readonly search: string;
  readonly wishlistOnly: boolean;
  readonly onClear: () => void;
}

/** Empty product list, with a text for its cause: category, search or wishlist. */
function EmptyProductList({ category, search, wishlistOnly, onClear }: EmptyProductListProps) {
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

/** Delay before the hint about slow loading, ms. */
const SLOW_MS = 6_000;

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', pb: '4', color: 'muted' },
});

/** Hint that loading takes long, with a retry button; shown after a delay. */
function SlowLoadingHint({ onRetry }: { readonly onRetry: () => void }) {
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

const LazyBestSellers = lazyComponent(
  async () => (await loadWithAreas(import('../home/best-sellers'), 'home')).BestSellers,
);
/** Space of the best sellers, reserved so that the goods below do not move when they come. */
const SellersPlace = chakra('div', { base: { minHeight: '106px', minWidth: '0' } });

type CoinsAndBestSellersProps = Omit<QuickCoinsProps, 'pool'> & Pick<MarketProps, 'onOpen'>;

/** Top of the money tab. */
function CoinsAndBestSellers({ product, onBuy, onOpen }: CoinsAndBestSellersProps) {
  const isIdle = useHasBrowserBeenIdle();
  return (
    <>
      <QuickCoins product={product} pool={useCoinStock()} onBuy={onBuy} />
      <SellersPlace>
        <LazyMount
          of={LazyBestSellers}
          when={isIdle}
          isDeferred
          props={{ onOpen }}
          fallback={<Skeleton height="106px" />}
        />
      </SellersPlace>
    </>
  );
}

interface MarketProps {
  readonly actions: CatalogActions;
  /** Ids of the products on the wishlist. */
  readonly wishlisted: ReadonlySet<number>;
  /** Opens the details of a product. */
  readonly onOpen: (product: Product) => void;
}

/** The market: category tabs, quick coins, best sellers, search bar and product list, updated live. */
export function Market({ actions, wishlisted, onOpen }: MarketProps) {
  const { t } = useTranslation('shop');
  const products = useProducts();
  const { wanted, shown: place, isBehind, setView } = useMarketView();
  const { category, search, sort, wishlistOnly } = place;

  // The list is rendered as deferred, so that a product update never blocks user input.
  const goods = useDeferredValue(products.data);
  const isWaiting = goods === undefined && !products.isError;
  const shown = useMemo(() => {
    const names = Object.fromEntries(CATEGORIES.map((name) => [name, t(`market.${name}`)]));
    const only = wishlistOnly ? wishlisted : undefined;
    return findVisibleProducts(goods ?? [], { category, search, sort, only }, (name) => names[name] ?? name);
  }, [goods, category, search, sort, wishlistOnly, wishlisted, t]);
  const custom = goods?.find((product) => product.isCustom && product.category === 'coins');
  const browsing = search.trim() === '' && !wishlistOnly;

  return (
    <CategoryTabs category={wanted.category} onChange={(next) => setView({ category: next })}>
      <Stack>
        {category === 'coins' && browsing && (
          <CoinsAndBestSellers
            product={isWaiting ? undefined : (custom ?? null)}
            onBuy={actions.buyNow}
            onOpen={onOpen}
          />
        )}
        <MarketTools
          search={wanted.search}
          sort={wanted.sort}
          wishlistOnly={wanted.wishlistOnly}
          onSearch={(text) => setView({ search: text })}
          onSort={(next) => setView({ sort: next })}
          onWishlistOnly={(only) => setView({ wishlistOnly: only })}
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
                  <SlowLoadingHint onRetry={() => void products.refetch({ cancelRefetch: true })} />
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
            <EmptyProductList
              category={category}
              search={search}
              wishlistOnly={wishlistOnly}
              onClear={() => setView({ search: '', wishlistOnly: false })}
            />
          )}
        </Stack>
      </Stack>
    </CategoryTabs>
  );
}
