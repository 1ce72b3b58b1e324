import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { createQueryClient } from '../../../lib/http/query-client';
import { ME, PRODUCTS } from '../../../lib/http/query-keys';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { product } from '../../../test/product';
import { renderUi } from '../../../test/render';
import { user } from '../../../test/user';
import { useWishlist, WISHLIST_KEY } from './wishlist-store';
import { WishlistSync } from './wishlist-sync';

const CALL = '/api/account/wishlist';
const ADDED = '2026-11-03T20:15:00.000Z';
const wish = (id: number) => ({ id, name: `No. ${id}`, addedAt: ADDED });

/** An account's list as the shop keeps it; `hold` delays the next answer until it is called. */
function fakeAccount(...first: number[]) {
  let ids = first;
  let waiting: Promise<void> | undefined;
  let state = { isDown: false };
  const answer = () => fakeResponse(ids.map((id) => ({ id, addedAt: ADDED })));
  const calls = mockServer({
    [`GET ${CALL}`]: () => (state.isDown ? problemResponse(500, 'INTERNAL', 'down') : answer()),
    [`PUT ${CALL}`]: async (body) => {
      const { add, remove }: { add: { id: number }[]; remove: number[] } = Object(body);
      if (state.isDown) return problemResponse(500, 'INTERNAL', 'down');
      const added = add.map(({ id }) => id);
      ids = [...added, ...ids.filter((id) => !added.includes(id) && !remove.includes(id))];
      const given = answer();
      await waiting;
      return given;
    },
  });
  return {
    calls,
    ids: () => ids,
    change: (...now: number[]) => void (ids = now),
    setDown: (isDown: boolean) => void (state = { isDown }),
    hold: () => {
      let end = (): void => undefined;
      waiting = new Promise((resolve) => void (end = resolve));
      return () => {
        waiting = undefined;
        end();
      };
    },
  };
}

const shown = () => useWishlist.getState().items.map(({ id }) => id);
const toggle = (id: number) => act(() => void useWishlist.getState().toggle({ id, name: `No. ${id}` }));
const focus = () => act(() => void dispatchEvent(new Event('focus')));

describe('the wishlist of a signed-in browser (OWN-1387)', () => {
  let client: QueryClient;
  let rerender: (userId: number | null) => Promise<void>;
  beforeEach(() => {
    localStorage.clear();
    useWishlist.setState({ items: [], owner: undefined, changed: [] });
    client = createQueryClient();
  });
  afterEach(() => void jest.restoreAllMocks());
  const sync = async (userId: number | null): Promise<void> => {
    const render = (id: number | null) => {
      client.setQueryData(ME, id === null ? null : { ...user(), id });
      return (
        <QueryClientProvider client={client}>
          <WishlistSync userId={id} />
        </QueryClientProvider>
      );
    };
    const view = await renderUi(render(userId));
    rerender = (id) => act(async () => view.rerender(render(id)));
  };

  it('merges what the visitor had with what the account has, and names it by the goods', async () => {
    const { calls, ids } = fakeAccount(3);
    client.setQueryData(PRODUCTS, [product({ id: 3, name: 'Elytra' })]);
    useWishlist.setState({ items: [wish(2), wish(1)] });
    await sync(7);
    await waitFor(() => expect(shown()).toEqual([2, 1, 3]));
    expect(ids()).toEqual([2, 1, 3]);
    expect(useWishlist.getState()).toMatchObject({ owner: 7, changed: [] });
    expect(useWishlist.getState().items[2]?.name).toBe('Elytra');
    expect(calls.map(({ call }) => call)).toEqual([`PUT ${CALL}`]);
  });

  it.each(['getItem', 'setItem'] as const)(
    'keeps every heart where %s of the storage fails',
    async (call) => {
      if (call === 'setItem')
        localStorage.setItem(WISHLIST_KEY, JSON.stringify({ version: 1, state: { items: [] } }));
      jest.spyOn(Storage.prototype, call).mockImplementation(() => {
        throw new DOMException('no', 'QuotaExceededError');
      });
      const account = fakeAccount(3);
      toggle(1);
      await sync(7);
      await waitFor(() => expect(shown()).toEqual([1, 3]));
      toggle(2);
      await waitFor(() => expect(account.ids()).toEqual([2, 1, 3]));
      await waitFor(() => expect(shown()).toEqual([2, 1, 3]));
    },
  );

  it('leaves out entries that somebody damaged', async () => {
    const { ids } = fakeAccount();
    useWishlist.setState({ items: [{ ...wish(1), addedAt: 'yesterday' }, wish(-4), wish(2)] });
    await sync(7);
    await waitFor(() => expect(shown()).toEqual([2]));
    expect(ids()).toEqual([2]);
  });

  it('sends at most the newest 500 of a visitor', async () => {
    const { calls } = fakeAccount();
    useWishlist.setState({ items: Array.from({ length: 10_000 }, (_, place) => wish(place + 1)) });
    await sync(7);
    await waitFor(() => expect(shown()).toHaveLength(500));
    expect(Object(calls[0]?.body).add).toHaveLength(500);
  });

  it('sends each heart and its removal, and reads those of other devices on focus', async () => {
    const account = fakeAccount(3);
    await sync(7);
    await waitFor(() => expect(shown()).toEqual([3]));
    toggle(4);
    await waitFor(() => expect(account.ids()).toEqual([4, 3]));
    toggle(3);
    await waitFor(() => expect(account.ids()).toEqual([4]));
    await waitFor(() => expect(useWishlist.getState().changed).toEqual([]));
    account.change(4, 9);
    focus();
    await waitFor(() => expect(shown()).toEqual([4, 9]));
  });

  it('keeps hearts that are pressed while an answer is on its way, and sends them next', async () => {
    const account = fakeAccount(3);
    useWishlist.setState({ items: [wish(1)] });
    const answer = account.hold();
    await sync(7);
    await waitFor(() => expect(account.ids()).toEqual([1, 3]));
    toggle(5);
    toggle(1);
    answer();
    await waitFor(() => expect(account.ids()).toEqual([5, 3]));
    await waitFor(() => expect(shown()).toEqual([5, 3]));
  });

  it('loses nothing while the shop does not answer', async () => {
    const account = fakeAccount();
    await sync(7);
    await waitFor(() => expect(useWishlist.getState().owner).toBe(7));
    account.setDown(true);
    toggle(4);
    await waitFor(() => expect(account.calls.at(-1)?.call).toBe(`PUT ${CALL}`));
    expect(shown()).toEqual([4]);
    account.setDown(false);
    focus();
    await waitFor(() => expect(account.ids()).toEqual([4]));
  });

  it('is cleared at the sign-out, and is never given to another account', async () => {
    const account = fakeAccount(3);
    await sync(7);
    await waitFor(() => expect(shown()).toEqual([3]));
    account.change(8);
    await rerender(9);
    await waitFor(() => expect(shown()).toEqual([8]));
    expect(account.calls.every(({ call }) => call === `GET ${CALL}`)).toBe(true);
    await rerender(null);
    expect(useWishlist.getState()).toMatchObject({ items: [], owner: undefined });
    expect(localStorage.getItem(WISHLIST_KEY)).toBeNull();
  });

  it('drops an answer that comes after the sign-out', async () => {
    const account = fakeAccount(3);
    useWishlist.setState({ items: [wish(1)] });
    const answer = account.hold();
    await sync(7);
    await waitFor(() => expect(account.calls).toHaveLength(1));
    await rerender(null);
    await act(async () => answer());
    expect(useWishlist.getState()).toMatchObject({ items: [wish(1)], owner: undefined });
  });
});
