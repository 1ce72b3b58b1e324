import type { CurrentUser, LoyaltyAnswer } from '@pax/contracts';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStore } from '../../lib/browser-store';
import { LOYALTY, ME } from '../../lib/api/keys';
import { NOTHING_KEPT, readStoredLoyalty, type StoredLoyalty } from './stored-loyalty';

export const LOYALTY_KEY = 'pax-loyalty';

/** The browser's copy of the account's points, tier and rewards, for the first paint; the server owns them. */
export const useLoyaltyMirror = create<StoredLoyalty>()(
  persist(() => NOTHING_KEPT, {
    name: LOYALTY_KEY,
    storage: browserStore(),
    version: 1,
    migrate: () => NOTHING_KEPT,
    merge: readStoredLoyalty,
  }),
);

const forget = (): void => {
  if (useLoyaltyMirror.getState().owner === null) return;
  useLoyaltyMirror.setState(NOTHING_KEPT);
  useLoyaltyMirror.persist.clearStorage();
};

/**
 * Keeps the copy in step with the cache: every answer is kept for the account it was given to, and when nobody or
 * somebody else is signed in, nothing of it stays. Returns a function that stops it.
 */
export function keepLoyaltyMirror(client: QueryClient): () => void {
  const follow = () => {
    const me = client.getQueryData<CurrentUser | null>(ME);
    // Not yet known who is here: what is kept may be theirs.
    if (me === undefined) return;
    if (me === null || useLoyaltyMirror.getState().owner !== me.id) forget();
    const answer = client.getQueryData<LoyaltyAnswer>(LOYALTY);
    if (me && answer) useLoyaltyMirror.setState(readStoredLoyalty({ ...answer, owner: me.id }));
  };
  follow();
  const watched = new Set([hashKey(ME), hashKey(LOYALTY)]);
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.has(query.queryHash)) follow();
  });
}
