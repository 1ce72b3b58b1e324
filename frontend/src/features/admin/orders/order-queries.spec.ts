import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { order } from '../../../test/order';
import { READ_MS } from '../../../lib/http/fetcher';
import { createQueryClient } from '../../../lib/http/query-client';
import type { OrderList } from './order-list';
import { cursorOf, ORDER_LIST_KEYS, useArchiveSearch, useMoreArchived, useOrderList } from './order-queries';

const partly: OrderList = { orders: [order({ id: 9, status: 'archived' })], total: 2, next: '9' };

describe('a list of orders that hangs', () => {
  let client: QueryClient;
  const use = <T>(hook: () => T) => {
    const wrapper = ({ children }: { readonly children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children);
    return renderHook(hook, { wrapper }).result;
  };
  const wait = (ms: number) => act(async () => await jest.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    jest.useFakeTimers();
    client = createQueryClient();
    globalThis.fetch = (_path, init) =>
      new Promise((_, fail) => {
        init?.signal?.addEventListener('abort', () => fail(init.signal?.reason));
      });
  });
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['the active list', () => useOrderList('active').error],
    ['the archive', () => useOrderList('archived').error],
    ['a search of the archive', () => useArchiveSearch('nova').error],
  ])('is a failure after 15 seconds: %s (OWN-302)', async (_, hook) => {
    const read = use(hook);
    await wait(READ_MS - 1);
    expect(read.current).toBeNull();
    await wait(10);
    expect(read.current).toMatchObject({ name: 'TimeoutError' });
  });

  it('is a failure after 15 seconds where more of the archive is asked for (OWN-302)', async () => {
    client.setQueryData(ORDER_LIST_KEYS.archived, partly);
    const more = use(useMoreArchived);
    const ended = jest.fn();
    void more.current().catch(ended);
    await wait(READ_MS);
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
  });
});

describe('cursorOf', () => {
  it('reads the cursor of the next page', () => {
    expect(cursorOf('</api/admin/orders?limit=500&cursor=17>; rel="next"')).toBe('17');
    expect(cursorOf(null)).toBeUndefined();
  });
});
