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
import { callKey, callQuery } from '../../../lib/http/call-api';
import { findLoadedLists, pagedQuery, collectRows } from '../../../lib/http/paged-list';
import { applyEntity, type LiveList } from '../../../lib/realtime/apply';
import { formatTabCount, useCounts, COUNTS, countMessage } from '../shared/panel-counts';
import type { CountProps, TabLive } from '../shared/panel-tab';

/** Sorts that the panel offers, the first one by default. */
export const SORTS = USER_SORTS.filter((sort) => sort !== 'newest');
export const PRESET_SORT: UserSort = 'createdAt';
/** Sorts for staff who see no money figures, since sorting by money would reveal some. */
export const SORTS_WITHOUT_MONEY = SORTS.filter((sort) => !MONEY_SORTS.includes(sort));

/** The filter of a list of users; part of its query's key. */
export type UserFilter = Readonly<Record<'sort' | 'state' | 'q', string>>;

const normalise = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Tells whether an account belongs to a list, by the same rules as the server's. */
function belongsToList(user: AdminUser, { state, q }: Pick<UserFilter, 'state' | 'q'>): boolean {
  if ((user.deleted ?? false) !== (state === 'deleted')) return false;
  if (state === 'blocked' && !user.blocked) return false;
  const text = normalise(q).replace(/^#/, '');
  if (text === '' || text === String(user.id) || text === user.discordId) return true;
  const { username, discordUsername, minecraftName, referralCode } = user;
  return [username, discordUsername, minecraftName, referralCode].some(
    (name) => name !== null && normalise(name).includes(text),
  );
}

const AMOUNTS: Partial<Record<UserSort, (user: AdminUser) => number>> = {
  totalSpent: ({ totalSpent }) => Number(totalSpent),
  storeCredit: ({ storeCredit }) => Number(storeCredit),
  loyaltyPoints: ({ loyaltyPoints }) => Number(loyaltyPoints),
};

/** Compares as the server's sort does: negative if `one` comes first. */
const compareUsers =
  (sort: UserSort) =>
  (one: AdminUser, other: AdminUser): number => {
    if (sort === 'username') {
      const [a, b] = [normalise(one.username), normalise(other.username)];
      return a < b ? -1 : a > b ? 1 : one.id - other.id;
    }
    const amount = AMOUNTS[sort];
    return (amount ? amount(other) - amount(one) : 0) || other.id - one.id;
  };

export const USERS = callKey(userCalls.users);

/** Loads the accounts that match a filter, page by page, sorted by the server. */
export const useUsers = (filter: UserFilter) =>
  useInfiniteQuery({
    ...pagedQuery(userCalls.users, filter),
    select: collectRows,
    placeholderData: (before) => before,
  });

/** Loads one account, for a sheet whose row is on no loaded page. */
export const useUser = (id: number | undefined) =>
  useQuery({ ...callQuery(userCalls.user, { id: id ?? 0 }), enabled: id !== undefined });

/** Number of accounts. */
export const UserCount = ({ short = false }: CountProps) => formatTabCount(useCounts()?.users, short);

/** Loaded lists of users with their filter and order. */
const loadedUserLists = (client: QueryClient): LiveList<AdminUser>[] =>
  findLoadedLists(client, userCalls.users).map(({ key, filter, count }) => {
    const { q = '', state = '', sort = '' } = filter;
    return {
      key,
      count,
      includes: (user) => belongsToList(user, { q, state }),
      compare: compareUsers(SORTS.find((known) => known === sort) ?? PRESET_SORT),
    };
  });

/** Applies an account's state, from a message or a call's answer, to the lists and its sheet. */
export function applyUser(client: QueryClient, now: AdminUser, message?: RoomMessage): void {
  for (const list of loadedUserLists(client)) applyEntity(client, [list], now, message);
  client.setQueryData<AdminUser>(callKey(userCalls.user, { id: now.id }), (known) =>
    known && known.version > now.version ? known : now,
  );
}

/** Applies registrations, edits, blocks and balances to the lists and the tab's count. */
function onUser(message: RoomMessage, client: QueryClient): void {
  const now = adminUser.safeParse(message.data).data;
  if (!now) return;
  applyUser(client, now, message);
  // Refetches the counts, because a deletion has no event of its own.
  if (now.deleted) void client.invalidateQueries({ queryKey: COUNTS });
  else countMessage(client, message);
}

/** Live updates of the users. */
export const usersLive: TabLive = { queries: [USERS], handlers: { user: onUser, balance: onUser } };
