import { chakra } from '@chakra-ui/react/styled-system';
import { accountCalls, type LedgerBalance } from '@pax/contracts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { Surface } from '../../ui/components/base/surface';
import { EmptyState, ErrorState } from '../../ui/components/feedback/empty-state';
import { Loading, SkeletonText } from '../../ui/components/feedback/skeleton';
import { SegmentedControl } from '../../ui/components/form/segmented-control';
import { LedgerHistory } from '../../ui/components/shop/ledger-history';
import { queryKeyFor } from '../../lib/http/call-api';
import { readPage } from '../../lib/http/paged-list';

/** Number of rows per page of the history. */
const PAGE = '25';
const CHOICES = ['all', 'points', 'credit', 'bonus'] as const satisfies readonly ('all' | LedgerBalance)[];
type HistoryChoice = (typeof CHOICES)[number];

const Head = chakra('div', { base: { display: 'grid', gap: '3', mb: '3' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Intro = chakra('p', { base: { color: 'muted', textStyle: 'small', maxWidth: 'prose' } });
const Rows = chakra('div', { base: { '&[aria-busy=true]': { opacity: 0.6 } } });
const More = chakra('p', { base: { display: 'grid', justifyItems: 'center', pt: '4' } });

const historyQuery = (choice: HistoryChoice) =>
  infiniteQueryOptions({
    queryKey: [...queryKeyFor(accountCalls.ledger), choice],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await readPage(
        accountCalls.ledger,
        { limit: PAGE, cursor: pageParam, ...(choice === 'all' ? {} : { state: choice }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // The previous rows stay while another choice is loaded, so that the page does not jump.
    placeholderData: keepPreviousData,
  });

/** Account tab with the booked changes of points, credit and bonus. */
export function HistoryTab() {
  const { t } = useTranslation('ledger');
  const [choice, setChoice] = useState<HistoryChoice>('all');
  const history = useInfiniteQuery(historyQuery(choice));
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? [];
  const renderRows = () => {
    if (history.isPending)
      return (
        <Loading>
          <SkeletonText lines={6} />
        </Loading>
      );
    if (!history.data) return <ErrorState sentence={t('failed')} onRetry={() => void history.refetch()} />;
    if (entries.length === 0) return <EmptyState compact title={t('empty')} sentence={t('emptyText')} />;
    return (
      <Rows aria-busy={history.isPlaceholderData}>
        <LedgerHistory entries={entries} hasReceipts />
      </Rows>
    );
  };
  return (
    <Surface pad="md">
      <Head>
        <Heading>{t('heading')}</Heading>
        <Intro>{t('intro')}</Intro>
        <SegmentedControl
          label={t('filter')}
          options={CHOICES.map((value) => ({
            value,
            label: value === 'all' || value === 'bonus' ? t(value) : t(`balance.${value}`),
          }))}
          value={choice}
          onChange={setChoice}
        />
      </Head>
      {renderRows()}
      {history.hasNextPage && !history.isPlaceholderData && (
        <More>
          <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('more')}
          </Button>
        </More>
      )}
    </Surface>
  );
}
