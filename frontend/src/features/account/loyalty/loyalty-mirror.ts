import type { CurrentUser, LoyaltyAnswer } from '@pax/contracts';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStore } from '../../../lib/storage/browser-store';
import { LOYALTY, ME } from '../../../lib/http/keys';
import { NOTHING_KEPT, readStoredLoyalty, type StoredLoyalty } from './stored-loyalty';

export const LOYALTY_KEY = 'pax-loyalty';

/** A local copy of points, tier and rewards for the first paint; the server owns the data. */
export const useLoyaltyMirror = create<StoredLoyalty>()(
  persist(() => NOTHING_KEPT, {
    name: LOYALTY_KEY,
    storage: browserStore(),
    version: 1,
    migrate: () => NOTHING_KEPT,
    merge: readStoredLoyalty,
  }),
);

/** Drops the local copy, because the current user is not its owner. */
export const forgetLoyaltyMirror = (): void => {
  if (useLoyaltyMirror.getState().owner === null) return;
  useLoyaltyMirror.setState(NOTHING_KEPT);
  useLoyaltyMirror.persist.clearStorage();
};

/**
 * Syncs the copy from the cache per account; cleared when nobody or another account is signed in.
 * @returns stops it
 */
export function keepLoyaltyMirror(client: QueryClient): () => void {
  const follow = () => {
    const me = client.getQueryData<CurrentUser | null>(ME);
    // The current user is not known yet: the copy may be valid.
    if (me === undefined) return;
    if (me === null || useLoyaltyMirror.getState().owner !== me.id) forgetLoyaltyMirror();
    const answer = client.getQueryData<LoyaltyAnswer>(LOYALTY);
    if (me && answer) useLoyaltyMirror.setState(readStoredLoyalty({ ...answer, owner: me.id }));
  };
  follow();
  const watched = new Set([hashKey(ME), hashKey(LOYALTY)]);
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.has(query.queryHash)) follow();
  });
}
