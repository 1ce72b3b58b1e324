import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CurrentUser } from '@pax/contracts';
import { act, waitFor } from '@testing-library/react';
import { COIN_STOCK, ME } from '../../lib/http/query-keys';
import { useCart } from '../../features/market/cart/cart-store';
import type { CatalogActions } from '../../features/market/catalog/catalog-actions';
import { useWishlist } from '../../features/market/catalog/wishlist-store';
import { fakeResponse } from '../../test/fake-response';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { mockServer, problemResponse } from '../../test/mock-server';
import { user } from '../../test/user';
import { useCatalogActions } from './use-catalog-actions';
import { startCatalogue } from '../../start/start-catalogue';

beforeEach(() => {
  useCart.setState({ items: [], settled: [], isOpen: false });
});

async function actions(
  wishlisted: ReadonlySet<number> = new Set(),
  me: CurrentUser | null | 'unknown' = null,
) {
  mockServer({
    'GET /api/auth/me': () => {
      if (me === 'unknown') return problemResponse(503, 'UNAVAILABLE', 'no');
      return me ? fakeResponse(me) : problemResponse(401, 'UNAUTHENTICATED', 'no');
    },
  });
  await startCatalogue();
  let current: CatalogActions | undefined;
  function Ask() {
    current = useCatalogActions(wishlisted);
    return null;
  }
  const { toasts, client, at } = await renderPage(<Ask />);
  await waitFor(() => expect(client.getQueryState(ME)?.fetchStatus).toBe('idle'));
  expect(client.getQueryData(ME)).toEqual(me === 'unknown' ? undefined : me);
  if (!current) throw new Error('not drawn');
  return { ...current, toasts, client, at };
}

const custom = product({ category: 'coins', isCustom: true });

describe('what can’t be added is refused with a toast and changes nothing', () => {
  it.each([
    [
      'without an id (SHOP-5.18)',
      product({ id: 0 }),
      undefined,
      'Product ID is missing. Please try again.',
      undefined,
    ],
    [
      'custom coins without an amount (SHOP-5.17)',
      custom,
      undefined,
      'Missing Information',
      'Please enter a custom amount for this product',
    ],
    ...([0, 1.5, 'fraction', 'invalid'] as const).map(
      (wrong) =>
        [
          `the amount ${wrong} (SHOP-5.19)`,
          custom,
          wrong,
          'Invalid amount',
          'Please enter a valid amount.',
        ] as const,
    ),
    [
      'what is sold out (SHOP-5.20)',
      product({ stock: 0 }),
      undefined,
      'Not available',
      'This product is currently not available.',
    ],
  ])('%s', async (_case, wanted, amount, title, description) => {
    const { add, buyNow, toasts } = await actions();
    add(wanted, { quantity: 1, amount });
    const refusal = { title, ...(description && { description }), kind: 'error' };
    expect(toasts).toEqual([refusal]);
    buyNow(wanted, amount);
    expect(toasts).toEqual([refusal, refusal]);
    expect(useCart.getState().items).toEqual([]);
  });
});

describe('adding says what went in', () => {
  const wings = product({ id: 7, stock: 21 });
  const checkout = { action: { label: 'Checkout', run: expect.any(Function) }, isBrief: true };
  it('all of it, then what was left, then nothing any more', async () => {
    const { add, toasts } = await actions();
    add(wings, { quantity: 20 });
    add(wings, { quantity: 5 });
    add(wings, { quantity: 5 });
    expect(useCart.getState().items).toMatchObject([{ id: 7, quantity: 21 }]);
    expect(toasts).toEqual([
      { title: 'Added to Cart!', description: '20 × Wings', kind: 'success', ...checkout },
      {
        title: 'Added to Cart!',
        description: 'Wings: your cart now holds all 21 that are left.',
        kind: 'success',
        ...checkout,
      },
      {
        title: 'All that is left is in your cart',
        description: 'Wings: your cart now holds all 21 that are left.',
      },
    ]);
  });

  it('an amount of coins that the pool no longer holds', async () => {
    const { add, toasts, client } = await actions();
    client.setQueryData(COIN_STOCK, { coinStock: 60_000_000 });
    add(custom, { quantity: 1, amount: 100 });
    expect(useCart.getState().items).toMatchObject([{ customAmount: '60' }]);
    expect(toasts).toEqual([
      {
        title: 'Item Added Successfully!',
        description: 'Your cart now holds 60M coins, all that are left.',
        kind: 'success',
        ...checkout,
      },
    ]);
  });
});

describe('a sold-out product (OWN-1389)', () => {
  const wings = product({ id: 7, name: 'Wings', stock: 0 });
  beforeEach(() => void useWishlist.setState({ items: [], owner: undefined, changed: [] }));

  it('leads a visitor to the sign-in and back to it, says why, and keeps the wish', async () => {
    const { toggleTell, isAskedFor, at, toasts } = await actions();
    act(() => toggleTell(wings));
    expect(useWishlist.getState().items).toMatchObject([{ id: 7 }]);
    expect(at()).toBe('/login?next=%2F%3Fproduct%3D7');
    expect(isAskedFor(7)).toBe(false);
    expect(toasts).toEqual([
      { title: 'Sign in, and we’ll tell you', description: 'Wings is on your wishlist already.' },
    ]);
  });

  it.each([
    ['is blocked', user({ blocked: true })],
    ['could not be asked for', 'unknown'],
  ] as const)('is noted where the user %s, who stays on the page', async (_case, me) => {
    const { toggleTell, at } = await actions(new Set(), me);
    act(() => toggleTell(wings));
    expect(useWishlist.getState().items).toMatchObject([{ id: 7 }]);
    expect(at()).toBe('/');
  });

  it('is told to a signed-in user, until that is taken back', async () => {
    const { toggleTell, isAskedFor, toasts } = await actions(new Set([7]), user());
    expect([isAskedFor(7), isAskedFor(8)]).toEqual([true, false]);
    act(() => toggleTell(wings));
    expect(useWishlist.getState().items).toMatchObject([{ id: 7 }]);
    act(() => toggleTell(wings));
    expect(useWishlist.getState().items).toEqual([]);
    expect(toasts.map(({ title }) => title)).toEqual(['We’ll tell you', 'Removed from Wishlist']);
  });
});
