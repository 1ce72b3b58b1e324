import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { lazyComponent } from '../../../lib/lazy/lazy-component';
import { useShortcutHint } from '../shared/use-key-bindings';
import { Card, CardTitle } from './figures';
import type { ChartPoint } from './series-chart';

// Loaded after the figures, since the library of charts is larger than the rest of the tab.
const SeriesChart = lazyComponent(async () => (await import('./series-chart')).SeriesChart);

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
  },
});
const Scroll = chakra('div', { base: { maxHeight: '260px', overflow: 'auto' } });
const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontSize: 'sm',
    textStyle: 'numeric',
    '& th, & td': { py: '1', px: '2', borderTopWidth: '1px', borderColor: 'line', textAlign: 'end' },
    '& th:first-of-type': { textAlign: 'start', fontWeight: 'medium', color: 'muted' },
    '& thead th': { color: 'muted', borderTopWidth: '0' },
  },
});
const Key = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '4', color: 'muted', fontSize: 'xs' },
});
const Swatch = chakra('span', {
  base: {
    display: 'inline-block',
    width: '20px',
    borderTopWidth: '3px',
    borderColor: 'money',
    verticalAlign: 'middle',
    me: '2',
    '&[data-kind=blocks]': { height: '10px', bg: 'accent', borderColor: 'accent' },
    '&[data-kind=before]': { borderTopWidth: '2px', borderStyle: 'dashed', borderColor: 'muted' },
  },
});

interface ChartCardProps {
  readonly title: string;
  readonly kind: 'line' | 'blocks';
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
  /** Names of the period and of the one before. */
  readonly names: { readonly now: string; readonly before: string };
  readonly isTable: boolean;
  readonly onToggle: () => void;
}

function SeriesTable({ title, points, format, names }: ChartCardProps) {
  const { t } = useTranslation('admin');
  return (
    <Table>
      <VisuallyHidden as="caption">{title}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t('overview.when')}</th>
          <th scope="col">{names.now}</th>
          <th scope="col">{names.before}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ name, now, before }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{now === null ? '–' : format(now)}</td>
            <td>{before === null ? '–' : format(before)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Card with a chart of both periods, which a button or the key `t` turns into its table; readers get the table always. */
export function ChartCard(props: ChartCardProps) {
  const { title, kind, points, format, names, isTable, onToggle } = props;
  const { t } = useTranslation('admin');
  const key = useShortcutHint('t');
  const isEmpty = points.every(({ now, before }) => !now && !before);
  return (
    <Card as="section" pad="md">
      <Head>
        <CardTitle>{title}</CardTitle>
        {!isEmpty && (
          <Button size="sm" aria-pressed={isTable} aria-keyshortcuts={key} onClick={onToggle}>
            {t('overview.table')}
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
        )}
      </Head>
      {isEmpty && <EmptyState compact sentence={t('overview.nothing')} />}
      {!isEmpty && isTable && (
        <Scroll tabIndex={0} role="region" aria-label={title}>
          <SeriesTable {...props} />
        </Scroll>
      )}
      {!isEmpty && !isTable && (
        <>
          <Suspense
            fallback={
              <Loading>
                <Skeleton height="220px" />
              </Loading>
            }
          >
            <SeriesChart points={points} kind={kind} format={format} names={names} />
          </Suspense>
          <VisuallyHidden as="div">
            <SeriesTable {...props} />
          </VisuallyHidden>
          <Key>
            <span>
              <Swatch aria-hidden="true" data-kind={kind} />
              {names.now}
            </span>
            <span>
              <Swatch aria-hidden="true" data-kind="before" />
              {names.before}
            </span>
          </Key>
        </>
      )}
    </Card>
  );
}
