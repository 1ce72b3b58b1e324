import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminProduct } from '@pax/contracts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { SearchField } from '../../../ui/components/form/search-field';
import { ExportLink } from '../shared/export-link';
import { TabBar, TabLayout, TabScroll, TabTitle } from '../shared/tab-elements';
import { useUrlFilter } from '../shared/use-url-filter';
import { useKeyBindings, useShortcutHint } from '../shared/use-key-bindings';
import { useTypedSearch } from '../shared/list-bar';
import { DeleteProductsDialog, SelectionBar, useSelectedProducts } from './product-deletion';
import { NewProductDialog } from './new-product-dialog';
import { PRODUCT_FILTERS, filterProducts, type ProductFilter } from './product-filter';
import { ProductPlaceholders, ProductGrid } from './product-grid';
import { useAdminProducts, useDeletedProducts } from './product-queries';
import { ProductSheet } from './product-sheet';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';

const Find = chakra('div', { base: { flex: '1 1 220px', maxWidth: { lg: '420px' }, display: 'flex' } });
/** Text of a button; on a phone only for screen readers, because the button stands beside the search. */
const Words = chakra('span', { base: { srOnly: { base: true, md: false } } });
const NONE: readonly AdminProduct[] = [];
const isProductFilter = (name: string): name is ProductFilter =>
  PRODUCT_FILTERS.some((known) => known === name);

/** Returns the products that match filter and search of the address. */
function useShownProducts() {
  const urlFilter = useUrlFilter();
  const named = urlFilter.value('filter');
  const filter: ProductFilter = isProductFilter(named) ? named : 'all';
  const search = urlFilter.value('q');
  const live = useAdminProducts();
  const deleted = useDeletedProducts(filter === 'deleted');
  const list = filter === 'deleted' ? deleted : live;
  const shown = useMemo(() => filterProducts(list.data ?? NONE, filter, search), [list.data, filter, search]);
  return { urlFilter, filter, search, live, list, shown };
}

const Count = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

interface ProductFiltersProps {
  /** All products except deleted ones; undefined until they are loaded. */
  readonly products: readonly AdminProduct[] | undefined;
  readonly value: ProductFilter;
  readonly onChange: (filter: ProductFilter) => void;
}

/** Filters of the products with counts. Deleted products have no count, because they are loaded only when shown. */
function ProductFilters({ products, value, onChange }: ProductFiltersProps) {
  const { t } = useTranslation('products');
  return (
    <SegmentedControl
      label={t('filter')}
      options={PRODUCT_FILTERS.map((filter) => ({
        value: filter,
        label: (
          <span>
            {t(`filters.${filter}`)}
            {products && filter !== 'deleted' && (
              <Count>{` ${filterProducts(products, filter, '').length}`}</Count>
            )}
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** Tab of all products, which can be edited directly in the list, and of deleted ones. */
export function ProductsTab() {
  const { t } = useTranslation('products');
  const { urlFilter, filter, search, live, list, shown } = useShownProducts();
  const chosen = useSelectedProducts(shown);
  const [asked, setAsked] = useState<readonly number[]>([]);
  const [creating, setCreating] = useState(false);
  const typed = useTypedSearch({ value: search, onChange: (text) => urlFilter.set('q', text) });
  const find = useRef<HTMLInputElement>(null);
  const opened = urlFilter.value('open');
  const { set } = urlFilter;
  const open = useCallback((id: number) => set('open', String(id)), [set]);
  const askOne = useCallback((id: number) => setAsked([id]), []);
  useKeyBindings({ '/': () => find.current?.focus() });
  const searchKey = useShortcutHint('/');
  const areDeleted = filter === 'deleted';
  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('heading')}</TabTitle>
        <Find>
          <SearchField
            ref={find}
            value={typed.value}
            onChange={typed.onChange}
            label={t('search')}
            aria-keyshortcuts={searchKey}
          />
        </Find>
        <Button icon="plus" onClick={() => setCreating(true)}>
          <Words>{t('new.open')}</Words>
        </Button>
        <ExportLink list="products" />
        <ProductFilters
          products={live.data}
          value={filter}
          onChange={(wanted) => urlFilter.set('filter', wanted === 'all' ? '' : wanted)}
        />
      </TabBar>
      <TabScroll>
        {list.isPending && <ProductPlaceholders />}
        {list.isError && !list.data && (
          <ErrorState sentence={t('loadFailed')} onRetry={() => void list.refetch()} />
        )}
        {list.data && shown.length === 0 && <NoProducts filter={filter} isFiltered={list.data.length > 0} />}
        {shown.length > 0 && (
          <ProductGrid
            products={shown}
            areDeleted={areDeleted}
            chosen={chosen}
            onOpen={open}
            onDelete={askOne}
          />
        )}
      </TabScroll>
      {!areDeleted && chosen.products.length > 0 && (
        <SelectionBar
          count={chosen.products.length}
          onClear={chosen.clear}
          onDelete={() => setAsked(chosen.products.map(({ id }) => id))}
        />
      )}
      <DeleteProductsDialog
        products={(live.data ?? NONE).filter(({ id }) => asked.includes(id))}
        onClose={() => setAsked([])}
        onGone={chosen.drop}
      />
      <NewProductDialog open={creating} onClose={() => setCreating(false)} />
      <ProductSheet
        product={live.data?.find(({ id }) => String(id) === opened)}
        onClose={() => urlFilter.set('open', '')}
      />
    </TabLayout>
  );
}

interface NoProductsProps {
  readonly filter: ProductFilter;
  /** True when there are products, but none matches the filter. */
  readonly isFiltered: boolean;
}

function NoProducts({ filter, isFiltered }: NoProductsProps) {
  const { t } = useTranslation('products');
  if (filter === 'deleted' && !isFiltered)
    return <EmptyState title={t('noneDeleted')} sentence={t('noneDeletedText')} />;
  return <EmptyState title={t('empty')} sentence={t(isFiltered ? 'noneHere' : 'emptyText')} />;
}
