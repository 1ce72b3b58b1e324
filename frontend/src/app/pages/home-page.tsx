import { chakra } from '@chakra-ui/react/styled-system';
import { price } from '@pax/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { countPieces } from '../../features/cart/cart-rules';
import { useCart } from '../../features/cart/cart-store';
import { useCartLines } from '../../features/cart/use-cart-lines';
import { Market } from '../../features/catalog/market';
import { StatsStrip } from '../../features/home/stats-strip';
import { useWishlist } from '../../features/wishlist/wishlist-store';
import { content } from '../../lib/content';
import { useTitle } from '../../lib/use-title';
import { useCatalogActions } from './use-catalog-actions';

const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    columnGap: '6',
    rowGap: '1',
    pt: { base: '3', md: '6' },
    pb: { base: '1', md: '2' },
  },
});
const Heading = chakra('h1', { base: { textStyle: 'title' } });

function Stats() {
  const items = useCart((state) => state.items);
  const wishes = useWishlist((state) => state.items.length);
  const lines = useCartLines();
  const value = price(lines.map(({ pricing }) => pricing)).total;
  return (
    <StatsStrip
      pieces={countPieces(items)}
      valueCents={value}
      wishes={wishes}
      players={content.activePlayers}
    />
  );
}

/** The shop's home: no billboard, the market itself. */
export function HomePage() {
  const { t } = useTranslation('shop');
  useTitle(t('title.home'));
  const wishes = useWishlist((state) => state.items);
  const wished = useMemo(() => new Set(wishes.map(({ id }) => id)), [wishes]);
  const actions = useCatalogActions(wished);
  return (
    <Page>
      <Top>
        <Heading>{t('market.heading')}</Heading>
        <Stats />
      </Top>
      <Market actions={actions} wished={wished} />
    </Page>
  );
}
