import { chakra } from '@chakra-ui/react/styled-system';
import { LOWEST_RATE, parseDecimalToCents, type Product } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Plinth } from '../../../ui/components/shop/plinth';
import { Surface } from '../../../ui/components/base/surface';
import { toMemberPrice, useMemberTerms } from '../../../lib/http/member-price';
import { formatCents } from '../../../lib/values/format';

/** Row of tiles from edge to edge on a phone; all six tiles fit side by side on wide screens. */
const Row = chakra('ul', {
  base: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: { base: 'minmax(212px, 1fr)', xl: 'minmax(0, 1fr)' },
    gap: '3',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    mx: 'calc(-1 * var(--gutter))',
    px: 'var(--gutter)',
    py: '1',
    '& > li': { display: 'grid', minWidth: '0', maxWidth: { md: '320px' } },
  },
});
const Tile = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    pe: '3',
    textAlign: 'start',
  },
});
const Art = chakra(Plinth, { base: { gridTemplate: '100% / 100%', width: '64px', height: '64px' } });
const Name = chakra('span', {
  base: { display: 'block', textStyle: 'label', lineClamp: '2', overflowWrap: 'anywhere' },
});
const Cost = chakra('span', { base: { fontSize: 'sm', fontWeight: 'semibold', textStyle: 'numeric' } });

interface ProductTilesProps {
  readonly products: readonly Product[];
  readonly onOpen: (product: Product) => void;
}

/** Row of small tiles with picture, name and current price; a tile opens the product's details. */
export function ProductTiles({ products, onOpen }: ProductTilesProps) {
  const { t } = useTranslation('shop');
  const terms = useMemberTerms();
  return (
    <Row>
      {products.map((product) => (
        <li key={product.id}>
          <Surface asChild interactive>
            <Tile type="button" aria-haspopup="dialog" onClick={() => onOpen(product)}>
              <Art category={product.category}>
                <ArtImage src={product.image} size={64} />
              </Art>
              <span>
                <Name>{product.name}</Name>
                <Cost>
                  {product.isCustom
                    ? t('card.from', { price: formatCents(LOWEST_RATE) })
                    : formatCents(toMemberPrice(parseDecimalToCents(product.price), terms))}
                </Cost>
              </span>
            </Tile>
          </Surface>
        </li>
      ))}
    </Row>
  );
}
