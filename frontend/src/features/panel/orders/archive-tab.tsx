import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { usePages } from '../../../lib/http/use-pages';
import { showToast } from '../../../lib/browser/toast';
import { totalOf } from '../shared/counts';
import { ListBar } from '../shared/list-bar';
import { MoreRows } from '../shared/more-rows';
import { RowList } from '../shared/row-list';
import { RowsWaiting } from '../shared/rows-waiting';
import { TabLayout, TabRows } from '../shared/tab-parts';
import { useKeys } from '../shared/use-keys';
import { useOpened } from '../shared/use-opened';
import { ArchiveColumns, ArchiveRow } from './archive-row';
import { NoRows } from './no-rows';
import { useOpenOrder, useOrderCounts, useShownOrders } from './order-queries';
import { OrderSheet } from './order-sheet';
import { useOrderFilter } from './use-order-filter';

/** Archived and cancelled orders, to read. */
export function ArchiveTab() {
  const { t } = useTranslation('admin');
  const { address, query, search, sort } = useOrderFilter('archived');
  const { list, rows } = useShownOrders('archived', query);
  const { more, isLoadingMore } = usePages(list, () =>
    showToast({ title: t('moves.failed'), description: t('archived.moreFailed'), kind: 'error' }),
  );
  const counts = useOrderCounts();
  const field = useRef<HTMLInputElement>(null);
  const items = rows?.items;
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items]);
  const { selectedId, openId, open, close, go } = useOpened(address, ids);
  const opened = useOpenOrder(
    openId,
    items?.find(({ id }) => id === openId),
  );
  useKeys({
    '/': openId === undefined ? () => field.current?.focus() : undefined,
    j: () => go(1),
    k: () => go(-1),
  });
  return (
    <TabLayout>
      <ListBar
        heading={t('archived.heading')}
        total={totalOf(rows, query.q === '' ? counts?.archived : undefined)}
        field={field}
        search={search}
        sort={sort}
      />
      <TabRows aria-busy={list.isPlaceholderData || undefined}>
        {list.isPending && <RowsWaiting />}
        {list.isError && !list.data && (
          <ErrorState sentence={t('orders.failed')} onRetry={() => void list.refetch()} />
        )}
        {rows && rows.items.length === 0 && !list.isPlaceholderData && query.q !== '' && (
          <NoRows
            search={query.q}
            filtered={false}
            onClear={() => search.onChange('')}
            onShowAll={() => undefined}
          />
        )}
        {rows && rows.items.length === 0 && !list.isPlaceholderData && query.q === '' && (
          <EmptyState title={t('archived.empty')} sentence={t('archived.emptyText')} />
        )}
        {rows && rows.items.length > 0 && (
          <RowList
            key={JSON.stringify(query)}
            label={t('archived.list')}
            rows={rows.items}
            total={rows.isCapped ? undefined : rows.total}
            selectedId={selectedId}
            head={<ArchiveColumns />}
            foot={<MoreRows list={list} loading={isLoadingMore} onMore={more} />}
            onNearEnd={more}
          >
            {(order) => <ArchiveRow order={order} selected={order.id === selectedId} onOpen={open} />}
          </RowList>
        )}
      </TabRows>
      <OrderSheet order={opened} open={opened !== undefined} overdue={false} onClose={close} />
    </TabLayout>
  );
}
