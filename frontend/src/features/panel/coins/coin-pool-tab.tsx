import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminCoinStockAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Gauge } from '../../../ui/components/shop/gauge';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { Surface } from '../../../ui/components/base/surface';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { formatCoins, formatCount } from '../../../lib/values/format';
import { useHasRight } from '../access/rights';
import { TabBar, TabLayout, TabScroll, TabTitle } from '../shared/tab-elements';
import { useCoinPool } from './coin-queries';
import { freeCoinsOf, PURCHASE_SIZES, countCoveredPurchases, PoolForm } from './pool-form';

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 1fr)' },
    maxWidth: '1080px',
    alignItems: 'start',
  },
});
const Card = chakra(Surface, { base: { display: 'grid', gap: '4' } });
const Label = chakra('h3', { base: { textStyle: 'label', color: 'muted' } });
const Big = chakra('p', {
  base: { fontSize: '3xl', fontWeight: 'bold', lineHeight: 'tight', color: 'money' },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });
const Short = chakra('p', { base: { color: 'danger', fontWeight: 'medium', textStyle: 'small' } });
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    rowGap: '0',
    '& dt, & dd': {
      py: '2',
      borderTopWidth: '1px',
      borderColor: 'line',
      fontSize: 'sm',
      textStyle: 'numeric',
    },
    '& dt': { color: 'muted' },
    '& dd': { fontWeight: 'semibold', textAlign: 'end' },
  },
});

function PoolView({ pool }: { readonly pool: AdminCoinStockAnswer }) {
  const { t } = useTranslation('admin');
  const free = freeCoinsOf(pool);
  return (
    <Card pad="md">
      <div>
        <Label>{t('coins.now')}</Label>
        <Big>
          <TickingNumber value={pool.coinStock} format={formatCoins} />
        </Big>
        <Quiet>{t('coins.full', { amount: formatCount(pool.coinStock) })}</Quiet>
      </div>
      <Gauge
        label={t('coins.free')}
        value={free}
        max={Math.max(pool.coinStock, free)}
        valueText={formatCoins(free)}
      >
        <TickingNumber value={free} format={formatCoins} />
      </Gauge>
      {pool.free < 0 && <Short>{t('coins.short', { amount: formatCoins(-pool.free) })}</Short>}
      <Facts>
        <dt>{t('coins.held')}</dt>
        <dd>{formatCoins(pool.held)}</dd>
      </Facts>
      <Label>{t('coins.possible')}</Label>
      <Facts>
        {PURCHASE_SIZES.map((size) => (
          <chakra.div key={size} display="contents">
            <dt>{formatCoins(size)}</dt>
            <dd>{t('coins.times', { count: countCoveredPurchases(free, size) })}</dd>
          </chakra.div>
        ))}
        {free >= 1e6 && (
          <>
            <dt>{t('coins.custom')}</dt>
            <dd>{t('coins.customRange', { amount: formatCoins(Math.floor(free / 1e6) * 1e6) })}</dd>
          </>
        )}
      </Facts>
    </Card>
  );
}

/** Tab of the coin pool: its stock, the purchases it covers, and a form to set it. */
export function CoinPoolTab() {
  const can = useHasRight();
  const { t } = useTranslation('admin');
  const pool = useCoinPool();
  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('coins.heading')}</TabTitle>
      </TabBar>
      <TabScroll>
        {pool.isPending && (
          <Loading>
            <Skeleton height="420px" maxWidth="532px" />
          </Loading>
        )}
        {pool.isError && !pool.data && (
          <ErrorState sentence={t('coins.loadFailed')} onRetry={() => void pool.refetch()} />
        )}
        {pool.data && (
          <Grid>
            <PoolView pool={pool.data} />
            <PoolForm pool={pool.data} allowed={can('admin')} />
          </Grid>
        )}
      </TabScroll>
    </TabLayout>
  );
}
