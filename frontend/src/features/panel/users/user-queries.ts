import { userCalls, type AdminUser } from '@pax/contracts';
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { callKey, callQuery } from '../../../lib/http/call-api';
import { loadedLists, pagedQuery, rowsOf } from '../../../lib/http/paged-list';
import { applyEntity, type LiveList } from '../../../lib/realtime/apply';
import type { RoomMessage } from '@pax/contracts';
import { countText, useCounts } from '../shared/counts';
import type { CountProps } from '../shared/panel-tab';
import { compareUsers, isListed, PRESET_SORT, SORTS, type UserFilter } from './user-filter';

export const USERS = callKey(userCalls.users);

/** The accounts that pass a filter, page by page, in the order of the server. */
export const useUsers = (filter: UserFilter) =>
  useInfiniteQuery({
    ...pagedQuery(userCalls.users, filter),
    select: rowsOf,
    placeholderData: (before) => before,
  });

/** One account, for a sheet whose row is on no loaded page. */
export const useUser = (id: number | undefined) =>
  useQuery({ ...callQuery(userCalls.user, { id: id ?? 0 }), enabled: id !== undefined });

/** How many accounts there are. */
export const UserCount = ({ short = false }: CountProps) => countText(useCounts()?.users, short);

/** Every list of users that is loaded, with its filter and order. */
const listsOf = (client: QueryClient): LiveList<AdminUser>[] =>
  loadedLists(client, userCalls.users).map(({ key, filter, count }) => {
    const { q = '', state = '', sort = '' } = filter;
    return {
      key,
      count,
      holds: (user) => isListed(user, { q, state }),
      compare: compareUsers(SORTS.find((known) => known === sort) ?? PRESET_SORT),
    };
  });

/** Applies an account's state, from a message or a call's answer, to the lists and its sheet. */
export function applyUser(client: QueryClient, now: AdminUser, message?: RoomMessage): void {
  for (const list of listsOf(client)) applyEntity(client, [list], now, message);
  client.setQueryData<AdminUser>(callKey(userCalls.user, { id: now.id }), (known) =>
    known && known.version > now.version ? known : now,
  );
}
