import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { syncWishlistAcrossTabs, readStoredWishlist, useWishlist, WISHLIST_KEY } from './wishlist-store';

beforeEach(() => {
  localStorage.clear();
  useWishlist.setState({ items: [] });
});

afterEach(() => void jest.restoreAllMocks());

it('toggles a product, newest first, and keeps it in the browser (SHOP-3.5, SHOP-7.16)', () => {
  const { toggle } = useWishlist.getState();
  expect(toggle({ id: 1, name: 'Wings' })).toBe(true);
  expect(toggle({ id: 2, name: 'Axe' })).toBe(true);
  expect(useWishlist.getState().items.map(({ id }) => id)).toEqual([2, 1]);
  expect(localStorage.getItem(WISHLIST_KEY)).toContain('Wings');
  expect(toggle({ id: 1, name: 'Wings' })).toBe(false);
  expect(useWishlist.getState().items.map(({ id }) => id)).toEqual([2]);
});

it('drops what is broken', () => {
  const item = { id: 1, name: 'Wings', addedAt: '2025-11-03T20:15:00.000Z' };
  const items = [item, { id: 'x' }, null, { id: 2, name: 'No time' }];
  expect(readStoredWishlist({ items, owner: 7, changed: [1, '2', null] })).toEqual({
    items: [item],
    owner: 7,
    changed: [1],
  });
  for (const stored of [null, 5, [], { items: 'all', owner: 'me', changed: {} }])
    expect(readStoredWishlist(stored)).toEqual({ items: [], changed: [] });
});

it.each(['no json', '5', '{"state":{"items":7},"version":1}', '{"state":{"items":[{"id":1}]},"version":0}'])(
  'is empty when the browser kept %s',
  async (kept) => {
    localStorage.setItem(WISHLIST_KEY, kept);
    await useWishlist.persist.rehydrate();
    expect(useWishlist.getState().items).toEqual([]);
  },
);

it('goes on without a memory when the browser’s store is full or forbidden', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(useWishlist.getState().toggle({ id: 1, name: 'Wings' })).toBe(true);
  expect(useWishlist.getState().items).toHaveLength(1);
});

describe('two tabs', () => {
  const keep = (id: number) => {
    const items = [{ id, name: 'Wings', addedAt: '2025-11-03T20:15:00.000Z' }];
    localStorage.setItem(WISHLIST_KEY, JSON.stringify({ version: 1, state: { items } }));
  };
  const ids = () => useWishlist.getState().items.map(({ id }) => id);
  let stop: () => void = () => undefined;
  afterEach(() => stop());

  it('are in sync', () => {
    stop = syncWishlistAcrossTabs();
    keep(9);
    dispatchEvent(new StorageEvent('storage', { key: WISHLIST_KEY }));
    expect(ids()).toEqual([9]);
  });

  it('agree also on what the other did before this one listened', () => {
    keep(9);
    stop = syncWishlistAcrossTabs();
    expect(ids()).toEqual([9]);
  });
});
