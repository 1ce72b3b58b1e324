import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../components/feedback/empty-state';
import { usePages } from '../../../lib/http/use-pages';
import { showToast } from '../../../lib/ui/toast';
import type { TabProps } from '../shared/panel-tab';
import { TabBar, TabLayout, TabRows, TabTitle } from '../shared/tab-parts';
import { useKeys } from '../shared/use-keys';
import { ArchiveColumns, ArchiveRow } from './archive-row';
import { MoreRows } from './more-rows';
import { NoRows } from './no-rows';
import { matches } from './order-filter';
import { findOrder } from './order-list';
import { useArchiveSearch } from './order-queries';
import { OrderSearch } from './order-search';
import { OrderSheet } from './order-sheet';
import { RowList } from './row-list';
import { RowsWaiting } from '../shared/rows-waiting';
import { useOrderSheet } from './use-order-sheet';
import { useShownOrders } from './use-shown-orders';

/** Archived and cancelled orders, to read. Older pages come on request; a search asks for those too. */
export function ArchiveTab({ role }: TabProps) {
  const { t } = useTranslation('admin');
  const { archived, lists } = useShownOrders();
  const { more, isLoadingMore } = usePages(archived, 1, () =>
    showToast({ title: t('moves.failed'), description: t('archived.moreFailed'), kind: 'error' }),
  );
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed).trim();
  const find = useRef<HTMLInputElement>(null);
  const list = lists.archived;
  const beyond = useArchiveSearch(archived.hasNextPage ? search : '');

  const rows = useMemo(() => {
    const here = (list?.items ?? []).filter((order) => matches(order, search));
    const known = new Set(here.map(({ id }) => id));
    return [...here, ...(beyond.data ?? []).filter(({ id }) => !known.has(id))];
  }, [list, search, beyond.data]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const sheet = useOrderSheet(ids);
  const { sheetId } = sheet;
  const opened =
    sheetId === undefined ? undefined : (findOrder(lists, sheetId) ?? rows.find(({ id }) => id === sheetId));
  useKeys({
    '/': sheet.isOpen ? undefined : () => find.current?.focus(),
    j: () => sheet.go(1),
    k: () => sheet.go(-1),
  });

  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('archived.heading')}</TabTitle>
        <OrderSearch field={find} value={typed} onChange={setTyped} />
      </TabBar>
      <TabRows>
        {archived.isPending && <RowsWaiting />}
        {archived.isError && !archived.data && (
          <ErrorState sentence={t('orders.failed')} onRetry={() => void archived.refetch()} />
        )}
        {list && rows.length === 0 && search !== '' && !beyond.isFetching && (
          <NoRows search={search} filtered={false} onClear={() => setTyped('')} onShowAll={() => undefined} />
        )}
        {list && rows.length === 0 && search === '' && (
          <EmptyState title={t('archived.empty')} sentence={t('archived.emptyText')} />
        )}
        {rows.length > 0 && (
          <RowList
            key={search}
            label={t('archived.list')}
            rows={rows}
            selectedId={sheet.selectedId}
            head={<ArchiveColumns />}
            foot={
              <MoreRows
                onMore={search === '' && archived.hasNextPage ? more : undefined}
                loading={isLoadingMore}
              >
                {search !== '' && beyond.isFetching && t('archived.searching')}
              </MoreRows>
            }
          >
            {(order) => (
              <ArchiveRow order={order} selected={order.id === sheet.selectedId} onOpen={sheet.open} />
            )}
          </RowList>
        )}
      </TabRows>
      <OrderSheet role={role} order={opened} open={sheet.isOpen} overdue={false} onClose={sheet.close} />
    </TabLayout>
  );
}
