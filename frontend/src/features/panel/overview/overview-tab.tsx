import { chakra } from '@chakra-ui/react/styled-system';
import {
  OVERVIEW_PERIODS,
  parseDecimalToCents,
  type OverviewAnswer,
  type OverviewPeriod,
} from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { useNow } from '../../../lib/hooks/use-now';
import {
  formatCents,
  formatCount,
  formatDate,
  formatExactDateTime,
  formatExactTime,
} from '../../../lib/values/format';
import { ExportLink } from '../shared/export-link';
import { TabBar, TabLayout, TabScroll, TabTitle } from '../shared/tab-elements';
import { useKeyBindings } from '../shared/use-key-bindings';
import { useUrlFilter } from '../shared/use-url-filter';
import { ChartCard } from './chart-card';
import { countFormat, FigureTiles, moneyFormat, useMinutesFormat, type NamedFigure } from './figures';
import {
  GoodsCard,
  MoneyCards,
  PoolCard,
  PostsCard,
  TicketsCard,
  WaysCard,
  WorkCard,
} from './overview-cards';
import { useOverview, type PeriodAnswer } from './overview-queries';

const Page = chakra('div', {
  base: { display: 'grid', gap: { base: '3', lg: '4' }, maxWidth: '1440px', '&[data-old]': { opacity: 0.6 } },
});
const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '3', lg: '4' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
  },
});
const Rest = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '3', lg: '4' },
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: 'repeat(2, minmax(0, 1fr))',
      '2xl': 'repeat(3, minmax(0, 1fr))',
    },
    alignItems: 'start',
  },
});
const Old = chakra('p', { base: { color: 'danger', fontSize: 'sm', fontWeight: 'semibold' } });
const AsOf = chakra('p', { base: { color: 'muted', fontSize: 'xs', textStyle: 'numeric' } });

/** Age from which figures are called old, ms: the server counts every five seconds. */
const OLD_MS = 5 * 60_000;
const asOf = (countedTo: string, now: number): string =>
  (formatDate(countedTo) === formatDate(now) ? formatExactTime : formatExactDateTime)(countedTo);

const FIRST_PERIOD = '7d' satisfies OverviewPeriod;
const isPeriod = (name: string): name is OverviewPeriod => OVERVIEW_PERIODS.some((known) => known === name);

/** The four large figures: of money for who may see it, else of work. */
function useMainFigures({ orders, buyers, delivery, money }: OverviewAnswer): NamedFigure[] {
  const { t } = useTranslation('admin');
  const minutes = useMinutesFormat();
  const counted: NamedFigure = {
    label: t('overview.orders'),
    figure: orders,
    format: countFormat,
    better: 'more',
  };
  const first: NamedFigure = {
    label: t('overview.newBuyers'),
    figure: buyers.new,
    format: countFormat,
    better: 'more',
  };
  const others: NamedFigure = {
    label: t('overview.returningBuyers'),
    figure: buyers.returning,
    format: countFormat,
    better: 'more',
  };
  const time: NamedFigure = {
    label: t('overview.deliveryMedian'),
    figure: delivery.median,
    format: minutes,
    better: 'less',
  };
  if (!money) return [counted, time, first, others];
  return [
    { label: t('overview.revenue'), figure: money.revenue, format: moneyFormat, better: 'more' },
    counted,
    { label: t('overview.average'), figure: money.average, format: moneyFormat, better: 'more' },
    {
      label: t('overview.buyers'),
      figure: {
        now: buyers.new.now + buyers.returning.now,
        before: buyers.new.before + buyers.returning.before,
      },
      format: countFormat,
      better: 'more',
    },
  ];
}

/** Names of the elements of a series: hours or days of UTC, as the server counts them. */
const nameOfElement = (at: string, period: OverviewPeriod): string =>
  period === 'today' ? `${at.slice(11, 13)}:00 UTC` : `${at.slice(8, 10)}.${at.slice(5, 7)}.`;

/** Charts of revenue and orders; the key `t` turns both into tables and back. */
function Charts({ answer: { series }, period }: PeriodAnswer) {
  const { t } = useTranslation('admin');
  const [areTables, setAreTables] = useState(false);
  const toggle = () => setAreTables((are) => !are);
  useKeyBindings({ t: toggle });
  const common = {
    names: { now: t('overview.thisPeriod'), before: t('overview.periodBefore') },
    isTable: areTables,
    onToggle: toggle,
  };
  const cents = (value: string | null | undefined): number | null =>
    typeof value === 'string' ? parseDecimalToCents(value) : null;
  return (
    <Pair>
      {series.some(({ revenue }) => revenue !== undefined) && (
        <ChartCard
          {...common}
          title={t('overview.revenue')}
          kind="line"
          format={formatCents}
          points={series.map(({ at, revenue }) => ({
            name: nameOfElement(at, period),
            now: cents(revenue?.now),
            before: cents(revenue?.before),
          }))}
        />
      )}
      <ChartCard
        {...common}
        title={t('overview.orders')}
        kind="blocks"
        format={formatCount}
        points={series.map(({ at, orders }) => ({ name: nameOfElement(at, period), ...orders }))}
      />
    </Pair>
  );
}

function Figures({ answer, period }: PeriodAnswer) {
  const { t } = useTranslation('admin');
  const now = useNow();
  const { money, pool, tickets, countedTo } = answer;
  const main = useMainFigures(answer);
  return (
    <>
      <AsOf role={countedTo === null ? 'status' : undefined}>
        {countedTo === null ? t('overview.counting') : t('overview.asOf', { time: asOf(countedTo, now) })}
      </AsOf>
      {countedTo !== null && now - Date.parse(countedTo) > OLD_MS && (
        <Old role="status">{t('overview.old')}</Old>
      )}
      <FigureTiles figures={main} />
      <Charts answer={answer} period={period} />
      <Pair>
        <GoodsCard answer={answer} />
        {money ? <WaysCard money={money} /> : <WorkCard answer={answer} now={now} />}
      </Pair>
      <Rest>
        {money && <WorkCard answer={answer} now={now} />}
        {money && <MoneyCards money={money} buyers={answer.buyers} />}
        {pool && <PoolCard pool={pool} />}
        {tickets && <TicketsCard tickets={tickets} />}
        <PostsCard answer={answer} />
      </Rest>
    </>
  );
}

const LoadingFigures = () => (
  <Loading>
    <Page>
      <Pair>
        <Skeleton height="104px" />
        <Skeleton height="104px" />
      </Pair>
      <Pair>
        <Skeleton height="320px" />
        <Skeleton height="320px" />
      </Pair>
    </Page>
  </Loading>
);

/** Tab with the figures of the shop: four in a row, charts, lists, and the rest as cards. */
export function OverviewTab() {
  const { t } = useTranslation('admin');
  const urlFilter = useUrlFilter();
  const named = urlFilter.value('filter');
  const period = isPeriod(named) ? named : FIRST_PERIOD;
  const { data, isPlaceholderData, isPending, isError, refetch } = useOverview(period);
  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('tabs.overview')}</TabTitle>
        <SegmentedControl
          label={t('overview.period')}
          options={OVERVIEW_PERIODS.map((value) => ({ value, label: t(`overview.periods.${value}`) }))}
          value={period}
          onChange={(wanted) => urlFilter.set('filter', wanted === FIRST_PERIOD ? '' : wanted)}
        />
        <ExportLink list="overview" query={{ period }} />
      </TabBar>
      <TabScroll>
        {isPending && <LoadingFigures />}
        {isError && !data && <ErrorState sentence={t('overview.failed')} onRetry={() => void refetch()} />}
        {data && (
          <Page data-old={isPlaceholderData ? '' : undefined} aria-busy={isPlaceholderData}>
            <Figures {...data} />
          </Page>
        )}
      </TabScroll>
    </TabLayout>
  );
}
