import {
  changeWishlistRequest,
  WISHLIST_SIZE,
  wishlistCalls,
  type CurrentUser,
  type Product,
  type WishlistEntry,
} from '@pax/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { callApi } from '../../../lib/http/call-api';
import { ME, PRODUCTS } from '../../../lib/http/query-keys';
import { useWishlist, type WishlistItem } from './wishlist-store';

/** Events after which the list is read again: another device may have changed it meanwhile. */
const EVENTS = ['focus', 'online'] as const;

/** Ids that only one of two lists has. */
function findChanged(before: readonly WishlistItem[], after: readonly WishlistItem[]): number[] {
  const [old, now] = [before, after].map((items) => new Set(items.map(({ id }) => id)));
  return [...new Set([...(old ?? []), ...(now ?? [])])].filter((id) => old?.has(id) !== now?.has(id));
}

/** Tells whether the shop takes a stored entry; one that somebody damaged must not keep back the others. */
const isSendable = ({ id, addedAt }: WishlistItem): boolean =>
  changeWishlistRequest.safeParse({ add: [{ id, addedAt }] }).success;

/** Sends what the account does not know yet. @returns its whole list */
async function exchangeWishes(userId: number): Promise<WishlistEntry[]> {
  const { items, owner, changed } = useWishlist.getState();
  const isOwn = owner === userId;
  const unsent = owner === undefined ? items : items.filter(({ id }) => isOwn && changed.includes(id));
  const add = unsent
    .filter(isSendable)
    .slice(0, WISHLIST_SIZE)
    .map(({ id, addedAt }) => ({ id, addedAt }));
  const remove = isOwn ? changed.filter((id) => items.every((item) => item.id !== id)) : [];
  return add.length + remove.length === 0
    ? await callApi(wishlistCalls.wishlist)
    : await callApi(wishlistCalls.changeWishlist, { body: { add, remove: remove.slice(0, WISHLIST_SIZE) } });
}

/** Brings the list of this browser and that of the account to the same state. */
async function syncWishes(userId: number, client: QueryClient): Promise<void> {
  const isOver = () => client.getQueryData<CurrentUser | null>(ME)?.id !== userId;
  await useWishlist.persist.rehydrate();
  const before = useWishlist.getState();
  if (isOver()) return;
  let answer: readonly WishlistEntry[];
  try {
    answer = await exchangeWishes(userId);
  } catch {
    // Tried again with the next change, and when the window is focused again.
    return;
  }
  const { items: now, owner } = useWishlist.getState();
  if (isOver() || owner !== before.owner) return;
  // Hearts that were pressed meanwhile stay as they are, and are sent next.
  const changed = findChanged(before.items, now);
  const products = client.getQueryData<readonly Product[]>(PRODUCTS);
  const stored = answer.map(({ id, addedAt }) => {
    const name = [...now, ...(products ?? [])].find((one) => one.id === id)?.name;
    return { id, addedAt, name: name ?? '' };
  });
  const items = [
    ...now.filter(({ id }) => changed.includes(id)),
    ...stored.filter(({ id }) => !changed.includes(id)),
  ];
  useWishlist.setState({ items, owner: userId, changed });
}

interface WishlistSyncProps {
  /** Account of the signed-in user; null for a visitor. */
  readonly userId: number | null;
}

/**
 * Keeps the list of this browser equal to that of the account: merges a visitor's list at the sign-in, sends changes,
 * reads those of other devices when the window is focused, and clears the list at the sign-out.
 */
export function WishlistSync({ userId }: WishlistSyncProps) {
  const client = useQueryClient();
  const { owner, changed } = useWishlist();
  useEffect(() => {
    if (userId !== null || owner === undefined) return;
    useWishlist.setState({ items: [], owner: undefined, changed: [] });
    useWishlist.persist.clearStorage();
  }, [userId, owner]);
  const unsent = owner === userId ? changed.join() : '';
  const synced = useRef<number>(null);
  const sync = useEffectEvent(() => {
    if (userId === null) return;
    const run = () => syncWishes(userId, client);
    // Tabs take turns, so that none mistakes the other's answer for a press. Browsers lend locks to secure pages only.
    const { locks } = navigator as Partial<Navigator>;
    void (locks ? locks.request('pax-wishlist', run) : run());
  });
  useEffect(() => {
    if (unsent === '' && synced.current === userId) return;
    synced.current = userId;
    sync();
  }, [userId, unsent]);
  useEffect(() => {
    const onFocus = () => sync();
    for (const event of EVENTS) addEventListener(event, onFocus);
    return () => {
      for (const event of EVENTS) removeEventListener(event, onFocus);
    };
  }, []);
  return null;
}
