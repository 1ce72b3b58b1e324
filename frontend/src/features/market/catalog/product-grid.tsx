import { chakra } from '@chakra-ui/react/styled-system';
import type { Category, Product } from '@pax/contracts';
import { useEffect, useState } from 'react';
import { Plinth } from '../../../ui/components/shop/plinth';
import { Skeleton } from '../../../ui/components/feedback/skeleton';
import { Surface } from '../../../ui/components/base/surface';
import { endFirstView, isFirstViewPending } from '../../../start/view/first-view';
import { useIncrementalRender } from '../../../lib/hooks/use-incremental-render';
import type { CatalogActions } from './catalog-actions';
import { ProductCard } from './product-card';

/** Grid with two columns on a phone, one with very large fonts, and three to five on wider screens. */
const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gap: { base: '3', md: '4' },
    gridTemplateColumns: {
      base: 'repeat(auto-fit, minmax(max(8.4rem, calc(50% - 6px)), 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
      lg: 'repeat(auto-fill, minmax(228px, 1fr))',
    },
  },
});
const Cell = chakra('li', { base: { display: 'grid', minWidth: '0' } });

/** Number of placeholder cards shown while products are loading. */
const EXPECTED = 8;

interface ProductGridProps {
  /** Products to show; undefined while loading, when placeholders are shown. */
  readonly products: readonly Product[] | undefined;
  /** Category whose products are loading. */
  readonly category: Category;
  readonly actions: CatalogActions;
  readonly onOpen: (product: Product) => void;
  /** Number of cards that are visible without scrolling. */
  readonly eager?: number;
}

export function ProductGrid({ products, category, actions, onOpen, eager = 0 }: ProductGridProps) {
  const isThere = products !== undefined;
  const count = products?.length ?? EXPECTED;
  const drawn = useFirstViewCount(count, isThere);
  return (
    <Grid>
      {Array.from({ length: count }, (_, place) => {
        const product = place < drawn ? products?.[place] : undefined;
        // The key is the position, so that placeholders are not re-rendered while they wait.
        if (!product)
          return (
            <Cell key={`place ${place}`} aria-hidden="true">
              <PlaceholderCard category={category} />
            </Cell>
          );
        return (
          <Cell key={product.id}>
            <ProductCard
              product={product}
              actions={actions}
              wishlisted={actions.isOnWishlist(product.id)}
              eager={place < eager}
              onOpen={onOpen}
            />
          </Cell>
        );
      })}
    </Grid>
  );
}

/** Returns the number of cards to render; in the first view it grows by one per paint. */
function useFirstViewCount(count: number, isThere: boolean): number {
  const [isUnasked] = useState(isFirstViewPending);
  useEffect(() => {
    if (isThere) endFirstView();
  }, [isThere]);
  return useIncrementalRender(isThere ? count : 0, isUnasked);
}

/** Placeholder of a product card: a plinth without a product. */
function PlaceholderCard({ category }: { readonly category: Category }) {
  return (
    <Surface overflow="hidden">
      <Plinth category={category} aspectRatio={{ base: '1 / 0.86', md: '1 / 0.8' }} />
      <chakra.span display="grid" gap="2.5" p={{ base: '3', md: '3.5' }}>
        <Skeleton height="18px" width="70%" />
        <Skeleton height="30px" width="45%" />
        <Skeleton height="20px" width="82px" />
        <Skeleton height="44px" />
      </chakra.span>
    </Surface>
  );
}
