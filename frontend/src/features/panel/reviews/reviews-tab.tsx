import { useDeferredValue, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { useNow } from '../../../lib/hooks/use-now';
import { formatListTotal } from '../shared/panel-counts';
import { ListBar } from '../shared/list-bar';
import { PanelList } from '../shared/panel-list';
import { TabLayout } from '../shared/tab-elements';
import { useListKeys, useRowSelection } from '../shared/use-row-selection';
import { useUrlFilter } from '../shared/use-url-filter';
import { useReviewList, type ReviewQuery } from './review-queries';
import { ReviewColumns, ReviewRow } from './review-row';
import { ReviewSheet } from './review-sheet';

const HIDDEN = 'hidden';

/** Tab with the reviews by buyers, newest first. */
export function ReviewsTab() {
  const { t } = useTranslation(['reviews', 'admin']);
  const urlFilter = useUrlFilter();
  const typed = urlFilter.value('q');
  const state = urlFilter.value('filter') === HIDDEN ? HIDDEN : '';
  const search = useDeferredValue(typed);
  const query = useMemo<ReviewQuery>(() => ({ state, q: search.trim() }), [state, search]);
  const list = useReviewList(query);
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  const rows = list.data;
  const selection = useRowSelection(urlFilter, rows?.items);
  const { selectedId, openId, open, close } = selection;
  useListKeys(selection, field);
  const isNarrowed = state !== '' || query.q !== '';
  const showAllReviews = () => {
    urlFilter.set('filter', '');
    urlFilter.set('q', '');
  };
  return (
    <TabLayout>
      <ListBar
        heading={t('admin:tabs.reviews')}
        total={formatListTotal(rows)}
        field={field}
        search={{
          label: t('reviews:panel.search'),
          hint: t('reviews:panel.searchHint'),
          value: typed,
          onChange: (text) => urlFilter.set('q', text),
        }}
      >
        <SegmentedControl
          label={t('reviews:panel.filter')}
          options={[
            { value: 'all', label: t('reviews:panel.all') },
            { value: HIDDEN, label: t('reviews:panel.hiddenOnes') },
          ]}
          value={state === '' ? 'all' : state}
          onChange={(wanted) => urlFilter.set('filter', wanted === 'all' ? '' : wanted)}
        />
      </ListBar>
      <PanelList
        list={list}
        query={query}
        label={t('reviews:panel.list')}
        failed={t('reviews:panel.loadFailed')}
        empty={
          <EmptyState
            title={t(isNarrowed ? 'reviews:panel.none' : 'reviews:panel.empty')}
            sentence={t(isNarrowed ? 'reviews:panel.noneText' : 'reviews:panel.emptyText')}
            action={isNarrowed && <Button onClick={showAllReviews}>{t('reviews:panel.showAll')}</Button>}
          />
        }
        columns={<ReviewColumns />}
        selectedId={selectedId}
      >
        {(review) => (
          <ReviewRow review={review} selected={review.id === selectedId} now={now} onOpen={open} />
        )}
      </PanelList>
      <ReviewSheet review={rows?.items.find(({ id }) => id === openId)} onClose={close} />
    </TabLayout>
  );
}
