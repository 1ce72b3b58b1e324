import { chakra } from '@chakra-ui/react/styled-system';
import type { Category, Product } from '@pax/contracts';
import { Plinth } from '../../components/plinth';
import { Skeleton } from '../../components/skeleton';
import { Surface } from '../../components/surface';
import type { CatalogActions } from './catalog-actions';
import { ProductCard } from './product-card';

/** Two columns on a phone, three to five on wider screens. */
export const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gap: { base: '3', md: '4' },
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
      lg: 'repeat(auto-fill, minmax(228px, 1fr))',
    },
  },
});
const Cell = chakra('li', { base: { display: 'grid', minWidth: '0' } });

interface ProductGridProps {
  readonly products: readonly Product[];
  readonly actions: CatalogActions;
  readonly onOpen: (product: Product) => void;
  /** So many cards are in the first view. */
  readonly eager?: number;
}

/** The goods as cards. */
export function ProductGrid({ products, actions, onOpen, eager = 0 }: ProductGridProps) {
  return (
    <Grid>
      {products.map((product, place) => (
        <Cell key={product.id}>
          <ProductCard
            product={product}
            actions={actions}
            wished={actions.isWished(product.id)}
            eager={place < eager}
            onOpen={onOpen}
          />
        </Cell>
      ))}
    </Grid>
  );
}

interface GridSkeletonProps {
  readonly category: Category;
  readonly count?: number;
}

/** The grid before the goods are there, in the shape of what comes: the plinths stand, still empty. */
export function GridSkeleton({ category, count = 8 }: GridSkeletonProps) {
  return (
    <Grid>
      {Array.from({ length: count }, (_, place) => (
        <Cell key={place}>
          <Surface overflow="hidden">
            <Plinth category={category} aspectRatio={{ base: '1 / 0.86', md: '1 / 0.8' }} />
            <chakra.span display="grid" gap="2.5" p={{ base: '3', md: '3.5' }}>
              <Skeleton height="18px" width="70%" />
              <Skeleton height="30px" width="45%" />
              <Skeleton height="20px" width="82px" />
              <Skeleton height="44px" />
            </chakra.span>
          </Surface>
        </Cell>
      ))}
    </Grid>
  );
}
