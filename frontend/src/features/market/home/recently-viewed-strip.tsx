import { chakra } from '@chakra-ui/react/styled-system';
import type { Product } from '@pax/contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { ProductTiles } from './product-tiles';
import { useRecentlyViewed } from './recently-viewed-store';

const Head = chakra('div', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3', mb: '2' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
interface RecentlyViewedStripProps {
  /** The current products; undefined until they are loaded. */
  readonly products: readonly Product[] | undefined;
  readonly onOpen: (product: Product) => void;
}

/** Up to six recently viewed products as small tiles with current prices. */
export function RecentlyViewedStrip({ products, onOpen }: RecentlyViewedStripProps) {
  const { t } = useTranslation('home');
  const { items, keepOnlySold: keepOnly, clear } = useRecentlyViewed();
  useEffect(() => {
    if (products) keepOnly(new Set(products.map(({ id }) => id)));
  }, [products, keepOnly]);
  const known = items.flatMap(({ id }) => products?.find((product) => product.id === id) ?? []);
  if (known.length === 0) return null;
  return (
    <section aria-label={t('recent.heading')}>
      <Head>
        <Heading>{t('recent.heading')}</Heading>
        <Button kind="bare" size="sm" icon="close" onClick={clear}>
          {t('recent.clear')}
        </Button>
      </Head>
      <ProductTiles products={known} onOpen={onOpen} />
    </section>
  );
}
