import { operationCalls, userCalls, type AdminUser } from '@pax/contracts';
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { callKey, callQuery } from '../../../lib/http/call-api';
import { filteredQuery, rowsOf } from '../../../lib/http/paged-list';
import { applyEntity, findIn, type LiveList } from '../../../lib/realtime/apply';
import type { RoomMessage } from '@pax/contracts';
import { compareUsers, isListed, type UserFilter } from './user-filter';

export const USERS = callKey(userCalls.users);
export const COUNTS = callKey(operationCalls.counts);

/** The accounts that pass a filter, page by page, in the order of the server. */
export const useUsers = (filter: UserFilter) =>
  useInfiniteQuery({
    ...filteredQuery(userCalls.users, { ...filter }),
    select: rowsOf,
    placeholderData: (before) => before,
  });

/** One account, for a sheet whose row is on no loaded page. */
export const useUser = (id: number | undefined) =>
  useQuery({ ...callQuery(userCalls.user, { id: id ?? 0 }), enabled: id !== undefined });

/** How many accounts there are. */
export const UserCount = () => useQuery(callQuery(operationCalls.counts)).data?.users.toLocaleString('de-DE');

const isFilter = (last: unknown): last is UserFilter =>
  typeof last === 'object' && last !== null && 'sort' in last && 'state' in last && 'q' in last;

/** Every list of users that is loaded, with its filter and order. */
const listsOf = (client: QueryClient): LiveList<AdminUser>[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: USERS })
    .flatMap(({ queryKey }) => {
      const filter = queryKey.at(-1);
      if (!isFilter(filter)) return [];
      return [
        {
          key: queryKey,
          holds: (user: AdminUser) => isListed(user, filter),
          compare: compareUsers(filter.sort),
        },
      ];
    });

/** Gives an account's state to the lists and to its sheet; a message, or a call's answer. */
export function applyUser(client: QueryClient, now: AdminUser, message?: RoomMessage): void {
  for (const list of listsOf(client)) applyEntity(client, [list], now, message);
  client.setQueryData<AdminUser>(callKey(userCalls.user, { id: now.id }), (known) =>
    known && known.version > now.version ? known : now,
  );
}

export const userIn = (client: QueryClient, id: number): AdminUser | undefined =>
  findIn(client, listsOf(client), id) ?? client.getQueryData<AdminUser>(callKey(userCalls.user, { id }));
