import { MONEY_SORTS, USER_SORTS, type AdminUser, type UserSort } from '@pax/contracts';

/** The orders that the panel offers, the first one preset. */
export const SORTS = USER_SORTS.filter((sort) => sort !== 'newest');
export const PRESET_SORT: UserSort = 'createdAt';
/** Sorts for staff who see no money figures, since sorting by money would reveal some. */
export const SORTS_WITHOUT_MONEY = SORTS.filter((sort) => !MONEY_SORTS.includes(sort));

/** The filter of a list of users; part of its query's key. */
export type UserFilter = Readonly<Record<'sort' | 'state' | 'q', string>>;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Tells whether an account belongs to a list, by the same rules as the server's. */
export function isListed(user: AdminUser, { state, q }: Pick<UserFilter, 'state' | 'q'>): boolean {
  if ((user.deleted ?? false) !== (state === 'deleted')) return false;
  if (state === 'blocked' && !user.blocked) return false;
  const text = folded(q).replace(/^#/, '');
  if (text === '' || text === String(user.id) || text === user.discordId) return true;
  const { username, discordUsername, minecraftName, referralCode } = user;
  return [username, discordUsername, minecraftName, referralCode].some(
    (name) => name !== null && folded(name).includes(text),
  );
}

const AMOUNTS: Partial<Record<UserSort, (user: AdminUser) => number>> = {
  totalSpent: ({ totalSpent }) => Number(totalSpent),
  storeCredit: ({ storeCredit }) => Number(storeCredit),
  loyaltyPoints: ({ loyaltyPoints }) => Number(loyaltyPoints),
};

/** The server's order of a list: negative where `one` comes first. */
export const compareUsers =
  (sort: UserSort) =>
  (one: AdminUser, other: AdminUser): number => {
    if (sort === 'username') {
      const [a, b] = [folded(one.username), folded(other.username)];
      return a < b ? -1 : a > b ? 1 : one.id - other.id;
    }
    const amount = AMOUNTS[sort];
    return (amount ? amount(other) - amount(one) : 0) || other.id - one.id;
  };
