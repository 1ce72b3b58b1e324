import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { fakeResponse } from '../../test/fake-response';
import { createQueryClient, FRESH_MS } from './query-client';

const HOURS_MS = 3 * 60 * 60_000;
const queryKey = ['api', 'orders'];
const fetched = jest.fn<typeof fetch>();

beforeEach(() => {
  jest.useFakeTimers();
  fetched.mockReset();
  fetched.mockImplementation(async () => fakeResponse([]));
  globalThis.fetch = fetched;
});
afterEach(() => {
  focusManager.setFocused(undefined);
  jest.useRealTimers();
});

const watched = async () => {
  const client = createQueryClient();
  const stop = new QueryObserver(client, { queryKey }).subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(1);
  return { client, stop };
};

describe('the cache requests once and then waits for events (SHOP-7.5)', () => {
  it('neither polls nor lets data grow stale', async () => {
    const { client, stop } = await watched();
    await jest.advanceTimersByTimeAsync(HOURS_MS);
    const again = new QueryObserver(client, { queryKey }).subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    expect(fetched).toHaveBeenCalledTimes(1);
    again();
    stop();
  });

  it('does not ask again when the window gets the focus or the line comes back', async () => {
    const { client, stop } = await watched();
    client.mount();
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    client.unmount();
    stop();
  });

  it('does not try again by itself what failed', async () => {
    fetched.mockImplementation(async () => fakeResponse('', { status: 500 }));
    const { stop } = await watched();
    await jest.advanceTimersByTimeAsync(HOURS_MS);
    expect(fetched).toHaveBeenCalledTimes(1);
    stop();
  });

  it('requests again when it is invalidated', async () => {
    const { client, stop } = await watched();
    void client.invalidateQueries({ queryKey });
    await jest.advanceTimersByTimeAsync(0);
    expect(fetched).toHaveBeenCalledTimes(2);
    stop();
  });
});

describe('goods and the current user are fresh for five minutes (SHOP-9.33)', () => {
  it('asks again only when somebody looks after that', async () => {
    const client = createQueryClient();
    const look = async () => {
      const stop = new QueryObserver(client, { queryKey, staleTime: FRESH_MS }).subscribe(() => undefined);
      await jest.advanceTimersByTimeAsync(0);
      stop();
      return fetched.mock.calls.length;
    };
    expect(await look()).toBe(1);
    await jest.advanceTimersByTimeAsync(299_000);
    expect(await look()).toBe(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await look()).toBe(2);
  });
});
