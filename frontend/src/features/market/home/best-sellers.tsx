import { chakra } from '@chakra-ui/react/styled-system';
import { catalogCalls, type Product } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { useProducts } from '../../../lib/http/use-products';
import { Skeleton } from '../../../ui/components/feedback/skeleton';
import { isSoldOut } from '../catalog/purchase-rules';
import { ProductTiles } from './product-tiles';

/** Tiles of the row; with fewer best sellers than this the row shows others, too, and is not called so. */
const TILES = 5;

/**
 * Chooses the row's products among items and bases that can be bought: the best sellers, or where too few were sold,
 * these and then the others in the order of the shop.
 *
 * @param ids best sellers, the most ordered first
 */
export function chooseTiles(products: readonly Product[], ids: readonly number[]) {
  const sold = products.filter(
    (product) => (product.category === 'items' || product.category === 'bases') && !isSoldOut(product),
  );
  const best = ids.flatMap((id) => sold.find((product) => product.id === id) ?? []);
  const others = sold.filter((product) => !best.includes(product));
  return { tiles: [...best, ...others].slice(0, TILES), isBestSelling: best.length >= TILES };
}

const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '2' } });

/** Row of best-selling items and bases, below the coins. */
export function BestSellers({ onOpen }: { readonly onOpen: (product: Product) => void }) {
  const { t } = useTranslation('home');
  const products = useProducts().data;
  const sellers = useQuery(queryOptionsFor(catalogCalls.bestSellers));
  // Without an answer the row shows other goods instead of nothing, but not before the answer could have come.
  if (!products || sellers.isPending) return <Skeleton height="106px" />;
  const { tiles, isBestSelling } = chooseTiles(products, sellers.data?.ids ?? []);
  if (tiles.length === 0) return null;
  const title = t(isBestSelling ? 'sellers.best' : 'sellers.some');
  return (
    <section aria-label={title}>
      <Heading>{title}</Heading>
      <ProductTiles products={tiles} onOpen={onOpen} />
    </section>
  );
}
