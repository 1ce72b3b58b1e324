import { chakra } from '@chakra-ui/react/styled-system';
import { COIN_RATES, type Product } from '@pax/contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Button } from '../../../ui/components/base/button';
import { Plinth } from '../../../ui/components/shop/plinth';
import { Surface } from '../../../ui/components/base/surface';
import { formatCents, formatDecimal } from '../../../lib/values/format';
import { useRecentlyViewed } from './recently-viewed-store';

const LOWEST_RATE = Math.min(...COIN_RATES.map((rate) => rate.centsPerMillion));

const Head = chakra('div', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3', mb: '2' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
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
const Cost = chakra('span', { base: { color: 'muted', fontSize: 'sm', textStyle: 'numeric' } });

interface RecentlyViewedStripProps {
  /** The current products; undefined until they are loaded. */
  readonly products: readonly Product[] | undefined;
  readonly onOpen: (product: Product) => void;
}

/** Up to six recently viewed products as small tiles with current prices. */
export function RecentlyViewedStrip({ products, onOpen }: RecentlyViewedStripProps) {
  const { t } = useTranslation(['home', 'shop']);
  const { items, keepOnlySold: keepOnly, clear } = useRecentlyViewed();
  useEffect(() => {
    if (products) keepOnly(new Set(products.map(({ id }) => id)));
  }, [products, keepOnly]);
  const known = items.flatMap(({ id }) => products?.find((product) => product.id === id) ?? []);
  if (known.length === 0) return null;
  return (
    <section aria-label={t('home:recent.heading')}>
      <Head>
        <Heading>{t('home:recent.heading')}</Heading>
        <Button kind="bare" size="sm" icon="close" onClick={clear}>
          {t('home:recent.clear')}
        </Button>
      </Head>
      <Row>
        {known.map((product) => (
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
                      ? t('shop:card.from', { price: formatCents(LOWEST_RATE) })
                      : formatDecimal(product.price)}
                  </Cost>
                </span>
              </Tile>
            </Surface>
          </li>
        ))}
      </Row>
    </section>
  );
}
