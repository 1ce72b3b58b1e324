import { chakra } from '@chakra-ui/react/styled-system';
import { parseDecimalToCents, type Product } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useProducts } from '../../../lib/http/use-products';
import { ProductTiles } from '../home/product-tiles';
import { isSoldOut } from './purchase-rules';

/** Most products that are shown instead of a sold-out one. */
const TILES = 4;

/** Chooses products of the same category that can be bought, those with the nearest price first. */
function chooseSimilar(products: readonly Product[], { id, category, price }: Product): Product[] {
  const distance = (other: Product) =>
    Math.abs(parseDecimalToCents(other.price) - parseDecimalToCents(price));
  return products
    .filter((other) => other.category === category && other.id !== id && !isSoldOut(other))
    .toSorted((one, other) => distance(one) - distance(other) || one.id - other.id)
    .slice(0, TILES);
}

const Section = chakra('section', {
  base: {
    '--gutter': '0px',
    mt: '6',
    '& > ul': {
      gridAutoFlow: 'row',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 212px), 1fr))',
    },
  },
});
const Heading = chakra('h3', { base: { textStyle: 'label', mb: '2' } });

interface SimilarGoodsProps {
  /** The sold-out product. */
  readonly product: Product;
  readonly onOpen: (product: Product) => void;
}

/** Goods that can be bought instead of a sold-out product; nothing where there are none. */
export function SimilarGoods({ product, onOpen }: SimilarGoodsProps) {
  const { t } = useTranslation('shop');
  const similar = chooseSimilar(useProducts().data ?? [], product);
  if (similar.length === 0) return null;
  return (
    <Section aria-label={t('dialog.similar')}>
      <Heading>{t('dialog.similar')}</Heading>
      <ProductTiles products={similar} onOpen={onOpen} />
    </Section>
  );
}
