import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountCalls, authCalls, catalogCalls, checkoutCalls, discordCalls } from '@pax/contracts';
import { renderHook } from '@testing-library/react';
import { fakeResponse } from '../../test/fake-response';
import { renderPage } from '../../test/render-page';
import { useReportTimeout } from '../hooks/use-report-timeout';
import { callApi, queryOptionsFor } from './call-api';
import { createQueryClient } from './query-client';
import { isTimeout } from './time-limit';

const READ_MS = 15_000;
const WRITE_MS = 20_000;

/** Answers nothing; its reads fail when they are aborted. */
const whenAborted = async (signal?: AbortSignal | null): Promise<never> =>
  await new Promise((_, fail) => {
    if (signal?.aborted) fail(signal.reason);
    signal?.addEventListener('abort', () => fail(signal.reason));
  });
const nothing: typeof fetch = async (_path, init) => await whenAborted(init?.signal);
const headersOnly: typeof fetch = async (_path, init) =>
  Object.assign(fakeResponse('{}'), { text: () => whenAborted(init?.signal) });

const reads: [string, () => Promise<unknown>][] = [
  ['of a query', () => createQueryClient().fetchQuery(queryOptionsFor(catalogCalls.products))],
  ['by hand', () => callApi(discordCalls.discordStatus)],
];
const writes: [string, () => Promise<unknown>][] = [
  ['of the settled checkout', () => callApi(checkoutCalls.refreshCheckout, { params: { ref: 'c1' } })],
  ['of a cancelled payment', () => callApi(checkoutCalls.cancelCheckout, { params: { ref: 'c1' } })],
  ['of the session', () => callApi(authCalls.logout)],
  ['of the other sessions', () => callApi(accountCalls.endOtherSessions)],
];

describe('what hangs ends (OWN-302)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Whether it ends by its limit after so many ms, and not before. */
  const endsAfter = async (ms: number, call: () => Promise<unknown>): Promise<boolean> => {
    const ended = jest.fn();
    const done = call().catch(ended);
    await jest.advanceTimersByTimeAsync(ms - 1);
    expect(ended).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await done;
    return isTimeout(ended.mock.calls[0]?.[0]);
  };

  it.each(reads)('a read %s after 15 seconds, not before', async (_, call) => {
    globalThis.fetch = nothing;
    expect(await endsAfter(READ_MS, call)).toBe(true);
  });

  it.each(writes)('a write %s after 20 seconds, not before', async (_, call) => {
    globalThis.fetch = nothing;
    expect(await endsAfter(WRITE_MS, call)).toBe(true);
  });

  it('a body that does not come after its headers', async () => {
    globalThis.fetch = headersOnly;
    expect(await endsAfter(WRITE_MS, () => callApi(authCalls.logout))).toBe(true);
  });

  it('what names its own limit then', async () => {
    globalThis.fetch = nothing;
    const body = { items: [] };
    expect(await endsAfter(READ_MS, () => callApi(checkoutCalls.quote, { body, limitMs: READ_MS }))).toBe(
      true,
    );
  });

  it.each(['before', 'after'])('with who asked, %s it was sent, and leaves no clock', async (when) => {
    globalThis.fetch = nothing;
    const asker = new AbortController();
    if (when === 'before') asker.abort(new Error('left'));
    const call = callApi(authCalls.logout, { signal: asker.signal });
    asker.abort(new Error('left'));
    await expect(call).rejects.toEqual(new Error('left'));
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('a write without an answer in time is no refusal: its outcome is unknown', async () => {
  const { toasts } = await renderPage(<p />);
  const { result } = renderHook(() => useReportTimeout());
  expect(result.current(new TypeError('offline'))).toBe(false);
  expect(result.current(new DOMException('late', 'TimeoutError'))).toBe(true);
  expect(toasts.map(({ title }) => title)).toEqual(['No answer yet']);
});
