import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { product } from '../../../test/product';
import { readStoredViews, useRecentlyViewed, VIEWED_KEY } from './recently-viewed-store';

beforeEach(() => {
  localStorage.clear();
  useRecentlyViewed.setState({ items: [] });
});
afterEach(() => void jest.restoreAllMocks());

const ids = () => useRecentlyViewed.getState().items.map(({ id }) => id);
const look = (...seen: number[]) =>
  seen.forEach((id) =>
    useRecentlyViewed.getState().recordProductView(product({ id, name: `Product ${id}` })),
  );

it('keeps the last six, each once, the newest first, in the browser only (SHOP-2.23, SHOP-3.6, SHOP-9.30, SHOP-7.16)', () => {
  look(1, 2, 3, 4, 5, 6, 7, 3);
  expect(ids()).toEqual([3, 7, 6, 5, 4, 2]);
  const kept: unknown = JSON.parse(localStorage.getItem(VIEWED_KEY) ?? '{}');
  expect(kept).toMatchObject({
    state: {
      items: [
        {
          id: 3,
          name: 'Product 3',
          price: '19.99',
          image: '/art/wings.svg',
          category: 'items',
          viewedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        {},
        {},
        {},
        {},
        {},
      ],
    },
  });
});

it('can be cleared, and drops what is no longer sold (SHOP-2.23)', () => {
  look(1, 2, 3);
  useRecentlyViewed.getState().keepOnlySold(new Set([1, 3, 9]));
  expect(ids()).toEqual([3, 1]);
  useRecentlyViewed.getState().clear();
  expect(ids()).toEqual([]);
  expect(localStorage.getItem(VIEWED_KEY)).toContain('"items":[]');
});

it('drops what is broken, whatever the browser kept', async () => {
  look(1);
  const whole = useRecentlyViewed.getState().items[0];
  expect(
    readStoredViews({
      items: [whole, null, 5, { ...whole, category: 'boats' }, { ...whole, price: 3 }, { id: 2 }],
    }),
  ).toEqual([whole]);
  for (const stored of [null, 5, 'text', [], { items: 'all' }]) expect(readStoredViews(stored)).toEqual([]);
  localStorage.setItem(VIEWED_KEY, '{"state":{"items":[{"id":"x"}]},"version":0}');
  await useRecentlyViewed.persist.rehydrate();
  expect(ids()).toEqual([]);
  localStorage.setItem(VIEWED_KEY, 'no json');
  await expect(Promise.resolve(useRecentlyViewed.persist.rehydrate())).resolves.toBeUndefined();
});

it('goes on without a memory when the browser’s store is full or forbidden', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  look(1, 2);
  expect(ids()).toEqual([2, 1]);
});
