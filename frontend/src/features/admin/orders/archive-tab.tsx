import { chakra } from '@chakra-ui/react/styled-system';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/base/button';
import { EmptyState, ErrorState } from '../../../components/feedback/empty-state';
import { showToast } from '../../../lib/ui/toast';
import { SearchField } from '../../../components/form/search-field';
import { TabBar, TabLayout, TabRows, TabTitle } from '../shared/tab-parts';
import { useKeys } from '../shared/use-keys';
import { ArchiveColumns, ArchiveRow } from './archive-row';
import { NoRows } from './no-rows';
import { findOrder } from './order-list';
import { matches } from './order-filter';
import type { OrderTransitions } from './order-transitions';
import { useArchiveSearch, useMoreArchived } from './order-queries';
import { OrderSheet } from './order-sheet';
import { RowList } from './row-list';
import { RowsWaiting } from './rows-waiting';
import { useShownOrderLists } from './use-order-transitions';
import { useSelection } from './use-selection';

const Find = chakra('div', { base: { flex: '1 1 260px', maxWidth: { lg: '420px' }, display: 'flex' } });
const Foot = chakra('div', {
  base: { display: 'grid', justifyItems: 'center', py: '4', color: 'muted', textStyle: 'small' },
});

/** Archived and cancelled orders, to read. Older pages come on request; a search asks for those too. */
export function ArchiveTab({ transitions }: { readonly transitions: OrderTransitions }) {
  const { t } = useTranslation('admin');
  const { archived, lists } = useShownOrderLists(transitions);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed).trim();
  const find = useRef<HTMLInputElement>(null);
  const [sheet, setSheet] = useState<{ readonly id: number; readonly open: boolean }>();
  const more = useMutation({
    mutationFn: useMoreArchived(),
    onError: () =>
      showToast({ title: t('moves.failed'), description: t('archived.moreFailed'), kind: 'error' }),
  });
  const list = lists.archived;
  const beyond = useArchiveSearch(list?.next === undefined ? '' : search);

  const rows = useMemo(() => {
    const here = (list?.orders ?? []).filter((order) => matches(order, search));
    const known = new Set(here.map(({ id }) => id));
    return [...here, ...(beyond.data ?? []).filter(({ id }) => !known.has(id))];
  }, [list, search, beyond.data]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const { selectedId, select, neighbour } = useSelection(ids);
  const opened = sheet && (findOrder(lists, sheet.id) ?? rows.find(({ id }) => id === sheet.id));

  const open = useCallback(
    (id: number) => {
      select(id);
      setSheet({ id, open: true });
    },
    [select],
  );
  const go = (by: 1 | -1) => {
    const id = neighbour(by);
    if (id === undefined) return;
    if (sheet?.open) open(id);
    else {
      select(id);
      document.querySelector<HTMLElement>(`[data-order="${id}"] > button`)?.focus({ preventScroll: true });
    }
  };
  useKeys({ '/': sheet?.open ? undefined : () => find.current?.focus(), j: () => go(1), k: () => go(-1) });

  const foot = (
    <Foot aria-live="polite">
      {search !== '' && beyond.isFetching && t('archived.searching')}
      {search === '' && list?.next !== undefined && (
        <Button loading={more.isPending} onClick={() => more.mutate()}>
          {t('archived.more')}
        </Button>
      )}
    </Foot>
  );
  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('archived.heading')}</TabTitle>
        <Find>
          <SearchField
            ref={find}
            value={typed}
            onChange={setTyped}
            label={t('orders.search')}
            placeholder={t('orders.searchHint')}
            aria-keyshortcuts="/"
          />
        </Find>
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
            selectedId={selectedId}
            head={<ArchiveColumns />}
            foot={foot}
          >
            {(order) => <ArchiveRow order={order} selected={order.id === selectedId} onOpen={open} />}
          </RowList>
        )}
      </TabRows>
      <OrderSheet
        order={opened}
        open={sheet?.open ?? false}
        overdue={false}
        onClose={() => setSheet((shown) => shown && { ...shown, open: false })}
      />
    </TabLayout>
  );
}
