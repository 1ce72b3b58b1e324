import {
  MONEY_SORTS,
  USER_SORTS,
  type AdminUser,
  type UserSort,
  userCalls,
  type RoomMessage,
  adminUser,
} from '@pax/contracts';
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../lib/http/call-api';
import { findLoadedLists, pagedQueryOptions, collectRows } from '../../../lib/http/paged-list';
import { applyEntity, type LiveList } from '../../../lib/realtime/apply-message';
import { refetchOrderBuyer } from './history-queries';
import { formatTabCount, usePanelCounts, COUNTS, applyMessageToCounts } from '../shared/panel-counts';
import type { CountProps, TabLive } from '../shared/panel-tab';

/** Sort orders of users that the panel offers; the first one is the default. */
export const SORTS = USER_SORTS.filter((sort) => sort !== 'newest');
export const PRESET_SORT: UserSort = 'createdAt';
/** Sort orders for staff who may not see amounts of money, because the order of rows would reveal them. */
export const SORTS_WITHOUT_MONEY = SORTS.filter((sort) => !MONEY_SORTS.includes(sort));

/** Filter of a list of users; also the last part of the list's query key. */
export type UserFilter = Readonly<Record<'sort' | 'state' | 'q', string>>;

const normaliseSearchText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Tells whether an account belongs to a list of users, by the same rules as the server's. */
function userBelongsToList(user: AdminUser, { state, q }: Pick<UserFilter, 'state' | 'q'>): boolean {
  if ((user.deleted ?? false) !== (state === 'deleted')) return false;
  if (state === 'blocked' && !user.blocked) return false;
  const text = normaliseSearchText(q).replace(/^#/, '');
  if (text === '' || text === String(user.id) || text === user.discordId) return true;
  const { username, discordUsername, minecraftName, referralCode } = user;
  return [username, discordUsername, minecraftName, referralCode].some(
    (name) => name !== null && normaliseSearchText(name).includes(text),
  );
}

const AMOUNTS: Partial<Record<UserSort, (user: AdminUser) => number>> = {
  totalSpent: ({ totalSpent }) => Number(totalSpent),
  storeCredit: ({ storeCredit }) => Number(storeCredit),
  loyaltyPoints: ({ loyaltyPoints }) => Number(loyaltyPoints),
};

/** Returns the comparison function for a sort order of the server; negative if `one` comes first. */
const compareUsers =
  (sort: UserSort) =>
  (one: AdminUser, other: AdminUser): number => {
    if (sort === 'username') {
      const [a, b] = [normaliseSearchText(one.username), normaliseSearchText(other.username)];
      return a < b ? -1 : a > b ? 1 : one.id - other.id;
    }
    const amount = AMOUNTS[sort];
    return (amount ? amount(other) - amount(one) : 0) || other.id - one.id;
  };

export const USERS = queryKeyFor(userCalls.users);

/** Loads the accounts that match a filter page by page; the server sorts. */
export const useUsers = (filter: UserFilter) =>
  useInfiniteQuery({
    ...pagedQueryOptions(userCalls.users, filter),
    select: collectRows,
    placeholderData: (before) => before,
  });

/** Loads one account for its sheet, because no loaded page may contain it. */
export const useUser = (id: number | undefined) =>
  useQuery({ ...queryOptionsFor(userCalls.user, { id: id ?? 0 }), enabled: id !== undefined });

/** Number of accounts, next to the tab's name. */
export const UserCount = ({ short = false }: CountProps) => formatTabCount(usePanelCounts()?.users, short);

/** Returns the loaded lists of users, each with its filter and sort order. */
const findLoadedUserLists = (client: QueryClient): LiveList<AdminUser>[] =>
  findLoadedLists(client, userCalls.users).map(({ key, filter, count }) => {
    const { q = '', state = '', sort = '' } = filter;
    return {
      key,
      count,
      includes: (user) => userBelongsToList(user, { q, state }),
      compare: compareUsers(SORTS.find((known) => known === sort) ?? PRESET_SORT),
    };
  });

/** Stores an account's newer state in the loaded lists and in its sheet, from a message or from a call's answer. */
export function applyUserState(client: QueryClient, now: AdminUser, message?: RoomMessage): void {
  for (const list of findLoadedUserLists(client)) applyEntity(client, [list], now, message);
  client.setQueryData<AdminUser>(queryKeyFor(userCalls.user, { id: now.id }), (known) =>
    known && known.version > now.version ? known : now,
  );
}

/** Applies registrations, edits, blocks and balances to the lists and to the tab's count. */
function onUserMessage(message: RoomMessage, client: QueryClient): void {
  const now = adminUser.safeParse(message.data).data;
  if (!now) return;
  applyUserState(client, now, message);
  refetchOrderBuyer(client, now.id);
  // The counts are refetched, because the deletion of an account has no event of its own.
  if (now.deleted) void client.invalidateQueries({ queryKey: COUNTS });
  else applyMessageToCounts(client, message);
}

/** Realtime handlers and queries of the users. */
export const usersLive: TabLive = {
  queries: [USERS],
  handlers: { user: onUserMessage, balance: onUserMessage },
};
