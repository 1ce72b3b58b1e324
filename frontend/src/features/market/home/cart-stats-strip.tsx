import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { formatCents } from '../../../lib/values/format';
import { NARROWEST_PHONE } from '../../../ui/theme/media-queries';

const Row = chakra('dl', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    width: { base: 'full', md: 'auto' },
    overflowX: 'auto',
    scrollbarWidth: 'none',
    whiteSpace: 'nowrap',
    fontSize: { base: 'xs', md: 'sm' },
    lineHeight: 'snug',
    columnGap: { base: '3', md: '6' },
    [NARROWEST_PHONE]: { columnGap: '1.5' },
    // On a phone each label stands below its number, so that all four fit.
    '& > div': {
      display: 'flex',
      flexDirection: { base: 'column', md: 'row' },
      alignItems: { md: 'baseline' },
      columnGap: '1.5',
    },
    '& dt': { color: 'muted', order: 1 },
    '& dd': { fontWeight: 'semibold', textStyle: 'numeric' },
  },
});

interface StatsStripProps {
  readonly pieces: number;
  readonly valueCents: number;
  readonly wishlistCount: number;
  /** Number of players as the operator wrote it, such as "200k+". */
  readonly players: string;
}

/** Strip of four numbers: pieces in the cart, their value, wishlist, players. */
export function CartStatsStrip({ pieces, valueCents, wishlistCount, players }: StatsStripProps) {
  const { t } = useTranslation('shop');
  return (
    <Row aria-label={t('stats.label')}>
      <div>
        <dt>{t('stats.pieces')}</dt>
        <dd>
          <TickingNumber value={pieces} />
        </dd>
      </div>
      <div>
        <dt>{t('stats.value')}</dt>
        <dd>
          <TickingNumber value={valueCents} format={formatCents} />
        </dd>
      </div>
      <div>
        <dt>{t('stats.wishlist')}</dt>
        <dd>
          <TickingNumber value={wishlistCount} />
        </dd>
      </div>
      <div>
        <dt>{t('stats.players')}</dt>
        <dd>{players}</dd>
      </div>
    </Row>
  );
}
