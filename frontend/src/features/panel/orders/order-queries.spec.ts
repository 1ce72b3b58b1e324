import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { READ_MS } from '../../../lib/http/fetcher';
import { createQueryClient } from '../../../lib/http/query-client';
import { useLoadMore } from '../../../lib/http/paged-list';
import { fakeResponse } from '../../../test/fake-response';
import { deferResponse } from '../../../test/deferred-response';
import { mockServer } from '../../../test/mock-server';
import { order, orderKey, PRESET, pageOf } from '../../../test/order-lists';

import { useOrderList } from './order-queries';

let client: QueryClient;
const use = <T>(hook: () => T) => {
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return renderHook(hook, { wrapper }).result;
};

beforeEach(() => {
  client = createQueryClient();
});

it.each([
  ['pending,processing,soon', 2],
  ['pending,processing,overdue', 2],
  ['pending,processing,mine', 1],
  ['', 1],
])('the list of "%s" is read %i times in 16 seconds', async (state, times) => {
  jest.useFakeTimers();
  try {
    const calls = mockServer({ 'GET /api/admin/orders': () => fakeResponse([]) });
    use(() => useOrderList('active', { ...PRESET, state }));
    await act(async () => await jest.advanceTimersByTimeAsync(16_000));
    expect(calls).toHaveLength(times);
  } finally {
    jest.useRealTimers();
  }
});

describe('a list of orders that hangs', () => {
  const wait = (ms: number) => act(async () => await jest.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    jest.useFakeTimers();
    globalThis.fetch = (_path, init) =>
      new Promise((_, fail) => {
        init?.signal?.addEventListener('abort', () => fail(init.signal?.reason));
      });
  });
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['the active list', () => useOrderList('active', PRESET).error],
    ['the archive', () => useOrderList('archived', PRESET).error],
    ['a search of the archive', () => useOrderList('archived', { ...PRESET, q: 'nova' }).error],
  ])('is a failure after 15 seconds: %s (OWN-302)', async (_, hook) => {
    const read = use(hook);
    await wait(READ_MS - 1);
    expect(read.current).toBeNull();
    await wait(10);
    expect(read.current).toMatchObject({ name: 'TimeoutError' });
  });

  it('is a failure after 15 seconds where more of the archive is asked for, and again (OWN-302)', async () => {
    const pages = [pageOf([order({ id: 9, status: 'archived' })], { total: 2, next: '9' })];
    client.setQueryData(orderKey('archived'), { pages, pageParams: [undefined] });
    const ended = jest.fn();
    const list = use(() => useLoadMore(useOrderList('archived', PRESET), ended));
    act(() => list.current.more());
    await wait(READ_MS);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(list.current.isLoadingMore).toBe(false);
    act(() => list.current.more());
    await wait(READ_MS);
    expect(ended).toHaveBeenCalledTimes(2);
  });
});

describe('a list of orders in pages (OWN-125)', () => {
  /** A shop that answers two orders a page; the page after `slow` waits. */
  const shop = (newest: number, slow?: string) => {
    const shown = { newest };
    const { response, open } = deferResponse();
    mockServer({
      'GET /api/admin/orders/archived': async (_, { searchParams }) => {
        const cursor = searchParams.get('cursor');
        const from = Number(cursor ?? shown.newest + 1);
        const ids = [from - 1, from - 2].filter((id) => id > 0);
        const page = ids.map((id) => order({ id, status: 'archived' }));
        if (slow !== undefined && cursor === slow) await response;
        const hasMore = ids.length === 2 && from > 3;
        return fakeResponse(
          page,
          hasMore ? { headers: { link: `</x?cursor=${from - 2}>; rel="next"` } } : {},
        );
      },
    });
    return { shown, open: () => open(fakeResponse()) };
  };
  const archive = () =>
    use(() => {
      const list = useOrderList('archived', PRESET);
      const { more } = useLoadMore(list);
      return { ids: list.data?.items.map(({ id }) => id), more, refetch: list.refetch };
    });

  it('reads one more whenever it is asked for', async () => {
    shop(9);
    const list = archive();
    await waitFor(() => expect(list.current.ids).toEqual([9, 8]));
    act(() => list.current.more());
    await waitFor(() => expect(list.current.ids).toEqual([9, 8, 7, 6]));
    act(() => list.current.more());
    await waitFor(() => expect(list.current.ids).toEqual([9, 8, 7, 6, 5, 4]));
  });

  it('loses no page when it is read again while more is on its way', async () => {
    const { shown, open } = shop(9, '8');
    const list = archive();
    await waitFor(() => expect(list.current.ids).toEqual([9, 8]));
    act(() => list.current.more());
    shown.newest = 12;
    await act(async () => void (await list.current.refetch()));
    open();
    await waitFor(() => expect(list.current.ids).toEqual([12, 11, 10, 9]));
  });

  it('loses no page when more is asked for while it is read again', async () => {
    const { shown } = shop(9);
    const list = archive();
    await waitFor(() => expect(list.current.ids).toEqual([9, 8]));
    shown.newest = 12;
    act(() => {
      void list.current.refetch();
      list.current.more();
    });
    await waitFor(() => expect(list.current.ids).toEqual([12, 11, 10, 9]));
  });
});
