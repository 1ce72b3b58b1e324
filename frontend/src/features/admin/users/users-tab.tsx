import { chakra } from '@chakra-ui/react/styled-system';
import { useDeferredValue, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { EmptyState, ErrorState } from '../../../components/feedback/empty-state';
import { SearchField } from '../../../components/form/search-field';
import { SegmentedControl } from '../../../components/form/segmented-control';
import { ChoiceMenu } from '../../../components/overlay/choice-menu';
import { usePages } from '../../../lib/http/use-pages';
import { MoreRows } from '../orders/more-rows';
import { RowList } from '../orders/row-list';
import { useSelection } from '../orders/use-selection';
import type { TabProps } from '../shared/panel-tab';
import { RowsWaiting } from '../shared/rows-waiting';
import { TabBar, TabLayout, TabRows, TabTitle } from '../shared/tab-parts';
import { useAddressFilter } from '../shared/use-address-filter';
import { useKeys } from '../shared/use-keys';
import { isSort, PRESET_SORT, SORTS, type UserFilter } from './user-filter';
import { useUser, useUsers } from './user-queries';
import { UserColumns, UserRow } from './user-row';
import { UserSheet } from './user-sheet';

const Find = chakra('div', { base: { flex: '1 1 260px', maxWidth: { lg: '420px' }, display: 'flex' } });
const Total = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

/** What the address asks for. */
function useUserFilter() {
  const address = useAddressFilter();
  const [sort, q] = [address.value('sort'), useDeferredValue(address.value('q'))];
  const state = address.value('filter') === 'blocked' ? 'blocked' : '';
  const filter = useMemo(
    (): UserFilter => ({ sort: isSort(sort) ? sort : PRESET_SORT, state, q: q.trim() }),
    [sort, state, q],
  );
  return { address, filter };
}

/** The sheet's account by the address, and the row that keys act on. */
function useOpened(address: ReturnType<typeof useAddressFilter>, ids: readonly number[]) {
  const { selectedId, select, neighbour } = useSelection(ids);
  const named = Number(address.value('open'));
  const opened = Number.isInteger(named) && named > 0 ? named : undefined;
  const open = (id: number) => {
    select(id);
    address.set('open', String(id));
  };
  const go = (by: 1 | -1) => {
    const id = neighbour(by);
    if (id === undefined) return;
    if (opened === undefined) select(id);
    else open(id);
  };
  return { opened, selectedId, open, go, close: () => address.set('open', '') };
}

/** All accounts: search, order, credit and blocks, and one account's story (ADMIN-2.25 to 2.27). */
export function UsersTab({ role }: TabProps) {
  const { t } = useTranslation('users');
  const { address, filter } = useUserFilter();
  const users = useUsers(filter);
  const { more, isLoadingMore } = usePages(users, 1);
  const rows = users.data?.items ?? [];
  const { opened, selectedId, open, go, close } = useOpened(
    address,
    rows.map(({ id }) => id),
  );
  const find = useRef<HTMLInputElement>(null);
  const onPage = rows.find(({ id }) => id === opened);
  const alone = useUser(onPage ? undefined : opened);
  useKeys({ '/': () => find.current?.focus(), j: () => go(1), k: () => go(-1) });
  const isNarrowed = filter.q !== '' || filter.state !== '';
  return (
    <TabLayout>
      <TabBar>
        <TabTitle>
          {t('heading')} <Total>{users.data?.total.toLocaleString('de-DE')}</Total>
        </TabTitle>
        <Find>
          <SearchField
            ref={find}
            value={address.value('q')}
            onChange={(text) => address.set('q', text)}
            label={t('search')}
            placeholder={t('searchHint')}
            aria-keyshortcuts="/"
          />
        </Find>
        <SegmentedControl
          label={t('filter')}
          options={[
            { value: 'all', label: t('all') },
            { value: 'blocked', label: t('blocked') },
          ]}
          value={filter.state || 'all'}
          onChange={(wanted) => address.set('filter', wanted === 'all' ? '' : wanted)}
        />
        <ChoiceMenu
          label={t('sort')}
          trigger={<Button icon="filter">{t(`sorts.${filter.sort}`)}</Button>}
          options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          value={filter.sort}
          onChange={(wanted) => address.set('sort', wanted === PRESET_SORT ? '' : wanted)}
        />
      </TabBar>
      <TabRows>
        {users.isPending && <RowsWaiting />}
        {users.isError && !users.data && (
          <ErrorState sentence={t('loadFailed')} onRetry={() => void users.refetch()} />
        )}
        {users.data && rows.length === 0 && (
          <EmptyState title={t('empty')} sentence={t(isNarrowed ? 'noneHere' : 'emptyText')} />
        )}
        {rows.length > 0 && (
          <RowList
            key={JSON.stringify(filter)}
            label={t('list')}
            rows={rows}
            selectedId={selectedId}
            head={<UserColumns />}
            foot={users.hasNextPage && <MoreRows onMore={more} loading={isLoadingMore} />}
          >
            {(user) => (
              <UserRow
                user={user}
                selected={user.id === selectedId}
                canEdit={role === 'admin'}
                onOpen={open}
              />
            )}
          </RowList>
        )}
      </TabRows>
      <UserSheet user={onPage ?? alone.data} canEdit={role === 'admin'} onClose={close} />
    </TabLayout>
  );
}
