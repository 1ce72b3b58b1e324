import { REWARD_CATEGORIES, REWARD_KEYS, TIERS, type LoyaltyAnswer, type CurrentUser } from '@pax/contracts';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '../../../lib/values/guards';
import { browserStore } from '../../../lib/storage/browser-store';
import { LOYALTY, ME } from '../../../lib/http/keys';

/** The part of GET /api/loyalty that the browser stores. */
export type Loyalty = Pick<
  LoyaltyAnswer,
  'points' | 'pendingPoints' | 'totalSpent' | 'membershipTier' | 'transactions' | 'rewards'
>;
type Transaction = Loyalty['transactions'][number];
type Reward = Loyalty['rewards'][number];

interface StoredLoyalty extends Loyalty {
  /** Id of the account that the data belong to; null when nothing is stored. */
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

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1_000;
const isTime = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));
const isOneOf = (known: readonly string[], value: unknown): boolean => known.some((one) => one === value);

const isTransaction = (value: unknown): value is Transaction =>
  isRecord(value) &&
  isWhole(value['id']) &&
  isWhole(value['points']) &&
  isOneOf(['earned', 'spent'], value['type']) &&
  isText(value['description']) &&
  isText(value['kind']) &&
  isTime(value['createdAt']);

const isReward = (value: unknown): value is Reward =>
  isRecord(value) &&
  isWhole(value['id']) &&
  isOneOf(REWARD_KEYS, value['key']) &&
  isOneOf(REWARD_CATEGORIES, value['category']) &&
  isText(value['name']) &&
  isText(value['code']) &&
  typeof value['isUsed'] === 'boolean' &&
  isTime(value['expiresAt']);

const isArrayOf = <T>(value: unknown, test: (entry: unknown) => entry is T): value is T[] =>
  Array.isArray(value) && value.every(test);

const isStored = (value: unknown): value is StoredLoyalty =>
  isRecord(value) &&
  isWhole(value['owner']) &&
  isWhole(value['points']) &&
  isWhole(value['pendingPoints']) &&
  isText(value['totalSpent']) &&
  /^\d+\.\d{2}$/.test(value['totalSpent']) &&
  isOneOf(TIERS, value['membershipTier']) &&
  isArrayOf(value['transactions'], isTransaction) &&
  isArrayOf(value['rewards'], isReward);

/** Parses the stored copy: used whole or dropped, since the server has the data. */
export function readStoredLoyalty(stored: unknown): StoredLoyalty {
  if (!isStored(stored)) return NOTHING_STORED;
  const { owner, points, pendingPoints, totalSpent, membershipTier, transactions, rewards } = stored;
  return { owner, points, pendingPoints, totalSpent, membershipTier, transactions, rewards };
}

export const LOYALTY_KEY = 'pax-loyalty';

/** A local copy of points, tier and rewards for the first paint; the server owns the data. */
export const useStoredLoyalty = create<StoredLoyalty>()(
  persist(() => NOTHING_STORED, {
    name: LOYALTY_KEY,
    storage: browserStore(),
    version: 1,
    migrate: () => NOTHING_STORED,
    merge: readStoredLoyalty,
  }),
);

/** Drops the local copy, because the current user is not its owner. */
export const clearStoredLoyalty = (): void => {
  if (useStoredLoyalty.getState().owner === null) return;
  useStoredLoyalty.setState(NOTHING_STORED);
  useStoredLoyalty.persist.clearStorage();
};

/**
 * Stores the account's loyalty data from the cache; clears them on signing out or changing the account.
 * @returns stops it
 */
export function syncStoredLoyalty(client: QueryClient): () => void {
  const follow = () => {
    const me = client.getQueryData<CurrentUser | null>(ME);
    // The current user is not known yet: the copy may be valid.
    if (me === undefined) return;
    if (me === null || useStoredLoyalty.getState().owner !== me.id) clearStoredLoyalty();
    const answer = client.getQueryData<LoyaltyAnswer>(LOYALTY);
    if (me && answer) useStoredLoyalty.setState(readStoredLoyalty({ ...answer, owner: me.id }));
  };
  follow();
  const watched = new Set([hashKey(ME), hashKey(LOYALTY)]);
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.has(query.queryHash)) follow();
  });
}
