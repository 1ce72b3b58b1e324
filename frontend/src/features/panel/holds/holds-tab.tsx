import { HOLD_STATES } from '@pax/contracts';
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
import { useUrlFilter } from '../shared/use-url-filter';
import { useListKeys, useRowSelection } from '../shared/use-row-selection';
import { isHoldView, useHoldList, type HoldQuery } from './hold-queries';
import { HoldColumns, HoldRow } from './hold-row';
import { HoldSheet } from './hold-sheet';

/** Tab with the goods that unfinished checkouts hold. */
export function HoldsTab() {
  const { t } = useTranslation('admin');
  const urlFilter = useUrlFilter();
  const [named, typed] = [urlFilter.value('filter'), urlFilter.value('q')];
  const state = isHoldView(named) ? named : '';
  const search = useDeferredValue(typed);
  const query = useMemo<HoldQuery>(() => ({ state, q: search.trim() }), [state, search]);
  const list = useHoldList(query);
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  const rows = list.data;
  const selection = useRowSelection(urlFilter, rows?.items);
  const { selectedId, openId, open, close } = selection;
  useListKeys(selection, field);
  const isNarrowed = state !== '' || query.q !== '';
  const showAllHolds = () => {
    urlFilter.set('filter', '');
    urlFilter.set('q', '');
  };
  return (
    <TabLayout>
      <ListBar
        heading={t('tabs.holds')}
        total={formatListTotal(rows)}
        field={field}
        search={{
          label: t('holds.search'),
          hint: t('holds.searchHint'),
          value: typed,
          onChange: (text) => urlFilter.set('q', text),
        }}
      >
        <SegmentedControl
          label={t('holds.filter')}
          options={[
            { value: 'all', label: t('holds.all') },
            ...HOLD_STATES.map((value) => ({ value, label: t(`holds.states.${value}`) })),
          ]}
          value={state === '' ? 'all' : state}
          onChange={(wanted) => urlFilter.set('filter', wanted === 'all' ? '' : wanted)}
        />
      </ListBar>
      <PanelList
        list={list}
        query={query}
        label={t('holds.list')}
        failed={t('holds.loadFailed')}
        empty={
          <EmptyState
            title={t(isNarrowed ? 'holds.noneHere' : 'holds.empty')}
            sentence={t(isNarrowed ? 'holds.noneHereText' : 'holds.emptyText')}
            action={isNarrowed && <Button onClick={showAllHolds}>{t('holds.showAll')}</Button>}
          />
        }
        columns={<HoldColumns />}
        selectedId={selectedId}
      >
        {(hold) => <HoldRow hold={hold} selected={hold.id === selectedId} now={now} onOpen={open} />}
      </PanelList>
      <HoldSheet hold={rows?.items.find(({ id }) => id === openId)} onClose={close} />
    </TabLayout>
  );
}
