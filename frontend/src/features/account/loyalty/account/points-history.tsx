import { chakra } from '@chakra-ui/react/styled-system';
import { loyaltyCalls, type LoyaltyAnswer } from '@pax/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/components/base/button';
import { Surface } from '../../../../ui/components/base/surface';
import { EmptyState, ErrorState } from '../../../../ui/components/feedback/empty-state';
import { Loading, SkeletonText } from '../../../../ui/components/feedback/skeleton';
import { pagedQuery } from '../../../../lib/http/paged-list';
import { ActivityList } from '../activity-list';

/** Rows of a page. */
const PAGE = '25';

const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '3' } });
const More = chakra('div', { base: { display: 'grid', justifyItems: 'center', gap: '2', pt: '4' } });
const Failed = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

/** Entries of the own points, page by page, below the pending ones. */
export function PointsHistory({ pending }: Pick<LoyaltyAnswer, 'pending'>) {
  const { t } = useTranslation('loyalty');
  const history = useInfiniteQuery(pagedQuery(loyaltyCalls.loyaltyHistory, { limit: PAGE }));
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = () => {
    if (history.isPending)
      return (
        <Loading>
          <SkeletonText lines={6} />
        </Loading>
      );
    if (!history.data)
      return <ErrorState compact sentence={t('activity.failed')} onRetry={() => void history.refetch()} />;
    if (pending.length + entries.length === 0) return <EmptyState compact sentence={t('activity.none')} />;
    return <ActivityList pending={pending} transactions={entries} hasTypes />;
  };
  return (
    <Surface pad="md">
      <Heading>{t('activity.all')}</Heading>
      {rows()}
      {history.hasNextPage && (
        <More>
          <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('activity.more')}
          </Button>
          <div aria-live="polite">
            {history.isFetchNextPageError && <Failed>{t('activity.failed')}</Failed>}
          </div>
        </More>
      )}
    </Surface>
  );
}
