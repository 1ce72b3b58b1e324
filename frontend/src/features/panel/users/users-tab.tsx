import type { UserSort } from '@pax/contracts';
import { useDeferredValue, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { useHasRight } from '../access/rights';
import { formatListTotal, usePanelCounts } from '../shared/panel-counts';
import { ListBar } from '../shared/list-bar';
import { PanelList } from '../shared/panel-list';
import { TabLayout } from '../shared/tab-elements';
import { useUrlFilter } from '../shared/use-url-filter';
import { useListKeys, useRowSelection } from '../shared/use-row-selection';
import { PRESET_SORT, SORTS, SORTS_WITHOUT_MONEY, type UserFilter, useUser, useUsers } from './user-queries';
import { UserColumns, UserRow } from './user-row';
import { UserSheet } from './user-sheet';

/** States by which accounts can be filtered. */
const STATES = ['blocked', 'deleted'] as const;

/** Returns state filter, sort order and search of the tab, read from the address. */
function useUserFilter(sorts: readonly UserSort[]) {
  const urlFilter = useUrlFilter();
  const [named, q] = [urlFilter.value('sort'), useDeferredValue(urlFilter.value('q'))];
  const state = STATES.find((known) => known === urlFilter.value('filter')) ?? '';
  const sort = sorts.find((known) => known === named) ?? PRESET_SORT;
  const filter = useMemo((): UserFilter => ({ sort, state, q: q.trim() }), [sort, state, q]);
  return { urlFilter, filter, sort };
}

/** Tab of all accounts: search, sort order, store credit, blocking, and each account's history. */
export function UsersTab() {
  const can = useHasRight();
  const { t } = useTranslation('users');
  const sorts = can('money') ? SORTS : SORTS_WITHOUT_MONEY;
  const { urlFilter, filter, sort } = useUserFilter(sorts);
  const users = useUsers(filter);
  const rows = users.data?.items;
  const selection = useRowSelection(urlFilter, rows);
  const { openId, selectedId, open, close } = selection;
  const counts = usePanelCounts();
  const field = useRef<HTMLInputElement>(null);
  const onPage = rows?.find(({ id }) => id === openId);
  const alone = useUser(onPage ? undefined : openId);
  useListKeys(selection, field);
  const isNarrowed = filter.q !== '' || filter.state !== '';
  return (
    <TabLayout>
      <ListBar
        heading={t('heading')}
        total={formatListTotal(users.data, isNarrowed ? undefined : counts?.users)}
        field={field}
        exported={{ list: 'users', query: filter }}
        search={{
          label: t('search'),
          hint: t('searchHint'),
          value: urlFilter.value('q'),
          onChange: (text) => urlFilter.set('q', text),
        }}
        sort={{
          label: t('sort'),
          options: sorts.map((value) => ({ value, label: t(`sorts.${value}`) })),
          value: sort,
          onChange: (wanted) => urlFilter.set('sort', wanted === PRESET_SORT ? '' : wanted),
        }}
      >
        <SegmentedControl
          label={t('filter')}
          options={[
            { value: 'all', label: t('all') },
            ...STATES.map((value) => ({ value, label: t(value) })),
          ]}
          value={STATES.find((known) => known === filter.state) ?? 'all'}
          onChange={(wanted) => urlFilter.set('filter', wanted === 'all' ? '' : wanted)}
        />
      </ListBar>
      <PanelList
        list={users}
        query={filter}
        label={t('list')}
        failed={t('loadFailed')}
        empty={<EmptyState title={t('empty')} sentence={t(isNarrowed ? 'noneHere' : 'emptyText')} />}
        columns={<UserColumns />}
        selectedId={selectedId}
      >
        {(user) => (
          <UserRow user={user} selected={user.id === selectedId} canEdit={can('admin')} onOpen={open} />
        )}
      </PanelList>
      <UserSheet user={onPage ?? alone.data} canEdit={can('admin')} onClose={close} />
    </TabLayout>
  );
}
