import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { COINS_PER_MILLION, type AdminProduct } from '@pax/contracts';
import { useCallback } from 'react';
import { Button } from '../../../ui/components/base/button';
import { formatDecimal } from '../../../lib/values/format';
import { ProductCardFrame, type BaseCardProps, ProductCard } from './product-card';
import { useRestoreProduct, type SelectedProducts } from './product-deletion';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { useCoinPool } from '../coins/coin-queries';

const Name = chakra('p', { base: { fontWeight: 'semibold', overflowWrap: 'anywhere', lineHeight: 'snug' } });
const Foot = chakra('div', {
  base: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    mt: '2',
    fontWeight: 'semibold',
    textStyle: 'numeric',
  },
});

/** Card of a deleted product, with a button that restores it. */
function DeletedProductCard({ product, pieces }: BaseCardProps) {
  const { t } = useTranslation('products');
  const { mutate, isPending } = useRestoreProduct();
  const { name } = product;
  return (
    <ProductCardFrame
      product={product}
      pieces={pieces}
      image={product.image}
      selected={false}
      actions={null}
      title={<Name>{name}</Name>}
    >
      <Foot>
        {formatDecimal(product.price)}
        <Button
          size="sm"
          icon="refresh"
          loading={isPending}
          aria-label={t('restore.named', { name })}
          onClick={() => mutate(product)}
        >
          {t('restore.button')}
        </Button>
      </Foot>
    </ProductCardFrame>
  );
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    minHeight: 'touch',
    fontSize: 'sm',
    '& label': { fontSize: 'sm' },
  },
});
const Total = chakra('p', { base: { color: 'muted', textStyle: 'numeric', ms: 'auto' } });
const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 292px), 1fr))',
  },
});

/** Returns a function that tells how many pieces of a product can be bought now; for coins the pool decides. */
function useAvailablePieces(): (product: AdminProduct) => number {
  const free = useCoinPool().data?.free;
  return useCallback(
    ({ isCustom, coinValue, stock }) => {
      if (free === undefined || (!isCustom && coinValue === null)) return stock;
      return Math.max(0, Math.floor(free / (isCustom ? COINS_PER_MILLION : (coinValue ?? Infinity))));
    },
    [free],
  );
}

interface ProductGridProps {
  readonly products: readonly AdminProduct[];
  readonly areDeleted: boolean;
  readonly chosen: SelectedProducts;
  readonly onOpen: (id: number) => void;
  readonly onDelete: (id: number) => void;
}

/** Grid of product cards, with the number of products and a checkbox that selects all. */
export function ProductGrid({ products, areDeleted, chosen, onOpen, onDelete }: ProductGridProps) {
  const { t } = useTranslation('products');
  const pieces = useAvailablePieces();
  const { products: selected, select, selectAll, clear } = chosen;
  const isAll = selected.length === products.length;
  return (
    <>
      <Bar>
        {!areDeleted && (
          <Checkbox checked={isAll} onChange={isAll ? clear : selectAll}>
            {t(isAll ? 'select.none' : 'select.all')}
          </Checkbox>
        )}
        <Total>{t('total', { count: products.length })}</Total>
      </Bar>
      <Grid aria-label={t(areDeleted ? 'deletedList' : 'list')}>
        {products.map((product) => (
          <chakra.li key={product.id} display="grid">
            {areDeleted ? (
              <DeletedProductCard product={product} pieces={pieces(product)} />
            ) : (
              <ProductCard
                product={product}
                pieces={pieces(product)}
                selected={selected.includes(product)}
                onSelect={select}
                onOpen={onOpen}
                onDelete={onDelete}
              />
            )}
          </chakra.li>
        ))}
      </Grid>
    </>
  );
}

/** Placeholder cards while the products are loading. */
export const ProductPlaceholders = () => (
  <Loading>
    <Grid as="div" pt="11">
      {Array.from({ length: 8 }, (_, card) => (
        <Skeleton key={card} height="230px" />
      ))}
    </Grid>
  </Loading>
);
