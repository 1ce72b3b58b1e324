import { REWARD_CATEGORIES, REWARD_KEYS, TIERS, type LoyaltyAnswer, type CurrentUser } from '@pax/contracts';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '../../../lib/values/is-record';
import { browserStorage } from '../../../lib/storage/browser-storage';
import { LOYALTY, ME } from '../../../lib/http/query-keys';

/** Fields of the answer to GET /api/loyalty that the browser stores. */
export type Loyalty = Pick<
  LoyaltyAnswer,
  'points' | 'pendingPoints' | 'totalSpent' | 'membershipTier' | 'transactions' | 'rewards'
>;
type Transaction = Loyalty['transactions'][number];
type Reward = Loyalty['rewards'][number];

interface StoredLoyalty extends Loyalty {
  /** Id of the account to which the stored data belong; null when nothing is stored. */
  readonly owner: number | null;
}

export const NOTHING_STORED: StoredLoyalty = {
  owner: null,
  points: 0,
  pendingPoints: 0,
  totalSpent: '0.00',
  membershipTier: 'bronze',
  transactions: [],
  rewards: [],
};

const isWholeNumber = (value: unknown): value is number => Number.isSafeInteger(value);
const isString = (value: unknown): value is string => typeof value === 'string' && value.length <= 1_000;
const isTimeText = (value: unknown): value is string => isString(value) && !Number.isNaN(Date.parse(value));
const isOneOf = (known: readonly string[], value: unknown): boolean => known.some((one) => one === value);

const isTransaction = (value: unknown): value is Transaction =>
  isRecord(value) &&
  isWholeNumber(value['id']) &&
  isWholeNumber(value['points']) &&
  isOneOf(['earned', 'spent'], value['type']) &&
  isString(value['description']) &&
  isString(value['kind']) &&
  isTimeText(value['createdAt']);

const isReward = (value: unknown): value is Reward =>
  isRecord(value) &&
  isWholeNumber(value['id']) &&
  isOneOf(REWARD_KEYS, value['key']) &&
  isOneOf(REWARD_CATEGORIES, value['category']) &&
  isString(value['name']) &&
  isString(value['code']) &&
  typeof value['isUsed'] === 'boolean' &&
  isTimeText(value['expiresAt']);

const isArrayOf = <T>(value: unknown, test: (entry: unknown) => entry is T): value is T[] =>
  Array.isArray(value) && value.every(test);

const isStoredLoyalty = (value: unknown): value is StoredLoyalty =>
  isRecord(value) &&
  isWholeNumber(value['owner']) &&
  isWholeNumber(value['points']) &&
  isWholeNumber(value['pendingPoints']) &&
  isString(value['totalSpent']) &&
  /^\d+\.\d{2}$/.test(value['totalSpent']) &&
  isOneOf(TIERS, value['membershipTier']) &&
  isArrayOf(value['transactions'], isTransaction) &&
  isArrayOf(value['rewards'], isReward);

/** Parses the stored loyalty data. Invalid data are dropped completely, since the server has the current ones. */
export function readStoredLoyalty(stored: unknown): StoredLoyalty {
  if (!isStoredLoyalty(stored)) return NOTHING_STORED;
  const { owner, points, pendingPoints, totalSpent, membershipTier, transactions, rewards } = stored;
  return { owner, points, pendingPoints, totalSpent, membershipTier, transactions, rewards };
}

export const LOYALTY_KEY = 'pax-loyalty';

/** Local copy of the user's points, tier and rewards, shown until the server has answered. */
export const useStoredLoyalty = create<StoredLoyalty>()(
  persist(() => NOTHING_STORED, {
    name: LOYALTY_KEY,
    storage: browserStorage(),
    version: 1,
    migrate: () => NOTHING_STORED,
    merge: readStoredLoyalty,
  }),
);

/** Deletes the stored loyalty data, because they do not belong to the current user. */
export const clearStoredLoyalty = (): void => {
  if (useStoredLoyalty.getState().owner === null) return;
  useStoredLoyalty.setState(NOTHING_STORED);
  useStoredLoyalty.persist.clearStorage();
};

/**
 * Stores the loyalty data from the query cache; deletes them on a sign-out or a change of account.
 *
 * @returns a function that stops the synchronisation
 */
export function syncStoredLoyalty(client: QueryClient): () => void {
  const storeOrClearLoyalty = () => {
    const me = client.getQueryData<CurrentUser | null>(ME);
    // Stored data are kept while the current user is unknown, because they may belong to that user.
    if (me === undefined) return;
    if (me === null || useStoredLoyalty.getState().owner !== me.id) clearStoredLoyalty();
    const answer = client.getQueryData<LoyaltyAnswer>(LOYALTY);
    if (me && answer) useStoredLoyalty.setState(readStoredLoyalty({ ...answer, owner: me.id }));
  };
  storeOrClearLoyalty();
  const watched = new Set([hashKey(ME), hashKey(LOYALTY)]);
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.has(query.queryHash)) storeOrClearLoyalty();
  });
}
