import { HOLD_STATES } from '@pax/contracts';
import { useDeferredValue, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { useNow } from '../../../lib/hooks/use-now';
import { usePages } from '../../../lib/http/use-pages';
import { totalOf } from '../shared/counts';
import { ListBar } from '../shared/list-bar';
import { MoreRows } from '../shared/more-rows';
import { RowList } from '../shared/row-list';
import { RowsWaiting, TabLayout, TabRows } from '../shared/tab-parts';
import { useAddressFilter } from '../shared/use-address-filter';
import { useKeys } from '../shared/use-keys';
import { useOpened } from '../shared/use-opened';
import { isHoldView, useHoldList, type HoldQuery } from './hold-list';
import { HoldColumns, HoldRow } from './hold-row';
import { HoldSheet } from './hold-sheet';

/** Holds of unfinished checkouts: who, what, since and until when, and the release. */
export function HoldsTab() {
  const { t } = useTranslation('admin');
  const address = useAddressFilter();
  const [named, typed] = [address.value('filter'), address.value('q')];
  const state = isHoldView(named) ? named : '';
  const search = useDeferredValue(typed);
  const query = useMemo<HoldQuery>(() => ({ state, q: search.trim() }), [state, search]);
  const list = useHoldList(query);
  const { more, isLoadingMore } = usePages(list);
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  const rows = list.data;
  const ids = useMemo(() => rows?.items.map(({ id }) => id) ?? [], [rows]);
  const { selectedId, openId, open, close, go } = useOpened(address, ids);
  useKeys({
    '/': openId === undefined ? () => field.current?.focus() : undefined,
    j: () => go(1),
    k: () => go(-1),
  });
  const isNarrowed = state !== '' || query.q !== '';
  const showAll = () => {
    address.set('filter', '');
    address.set('q', '');
  };
  return (
    <TabLayout>
      <ListBar
        heading={t('tabs.holds')}
        total={totalOf(rows)}
        field={field}
        search={{
          label: t('holds.search'),
          hint: t('holds.searchHint'),
          value: typed,
          onChange: (text) => address.set('q', text),
        }}
      >
        <SegmentedControl
          label={t('holds.filter')}
          options={[
            { value: 'all', label: t('holds.all') },
            ...HOLD_STATES.map((value) => ({ value, label: t(`holds.states.${value}`) })),
          ]}
          value={state === '' ? 'all' : state}
          onChange={(wanted) => address.set('filter', wanted === 'all' ? '' : wanted)}
        />
      </ListBar>
      <TabRows aria-busy={list.isPlaceholderData || undefined}>
        {list.isPending && <RowsWaiting />}
        {list.isError && !rows && (
          <ErrorState sentence={t('holds.loadFailed')} onRetry={() => void list.refetch()} />
        )}
        {rows && rows.items.length === 0 && !list.isPlaceholderData && (
          <EmptyState
            title={t(isNarrowed ? 'holds.noneHere' : 'holds.empty')}
            sentence={t(isNarrowed ? 'holds.noneHereText' : 'holds.emptyText')}
            action={isNarrowed && <Button onClick={showAll}>{t('holds.showAll')}</Button>}
          />
        )}
        {rows && rows.items.length > 0 && (
          <RowList
            key={JSON.stringify(query)}
            label={t('holds.list')}
            rows={rows.items}
            total={rows.isCapped ? undefined : rows.total}
            selectedId={selectedId}
            head={<HoldColumns />}
            foot={<MoreRows list={list} loading={isLoadingMore} onMore={more} />}
            onNearEnd={more}
          >
            {(hold) => <HoldRow hold={hold} selected={hold.id === selectedId} now={now} onOpen={open} />}
          </RowList>
        )}
      </TabRows>
      <HoldSheet hold={rows?.items.find(({ id }) => id === openId)} onClose={close} />
    </TabLayout>
  );
}
