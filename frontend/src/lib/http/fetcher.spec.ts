import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { addressOfQueryKey, errorCodeOf, fetchOrNull, sendRequest, serverMessageOf } from './fetcher';
import { fakeResponse } from '../../test/fake-response';
import { createQueryClient } from './query-client';
import { newestSeqOf } from '../realtime/stream-position';

const fetched = jest.fn<typeof fetch>();
const textOf = (read: Response) => read.text();
const sent = () => fetched.mock.calls[0]?.[1] ?? {};

beforeEach(() => {
  fetched.mockReset();
  globalThis.fetch = fetched;
});

describe('request', () => {
  it('sends credentials, and no content type without a body (SHOP-7.1, SHOP-7.2, ADMIN-7.35)', async () => {
    fetched.mockResolvedValue(fakeResponse('{}', { status: 200 }));
    await sendRequest('/api/auth/logout', { method: 'POST' }, textOf);
    expect(sent().credentials).toBe('include');
    expect(sent().headers).toBeUndefined();
    expect(sent().body).toBeUndefined();
  });

  it('sends a body as JSON with its content type (SHOP-7.2)', async () => {
    fetched.mockResolvedValue(fakeResponse('{"ok":true}', { status: 200 }));
    await sendRequest('/api/x', { method: 'POST', body: { a: 1 } }, textOf);
    expect(sent().headers).toEqual({ 'content-type': 'application/json' });
    expect(sent().body).toBe('{"a":1}');
  });
});

describe('an answer that is not OK', () => {
  const failure = async (status: number, body: string, statusText = '') => {
    fetched.mockResolvedValue(fakeResponse(body, { status, statusText }));
    return sendRequest('/api/x', {}, textOf).catch((error: unknown) => error);
  };

  it('is an error of status, colon, body (SHOP-8.1, ADMIN-7.34)', async () => {
    expect(await failure(418, 'short and stout')).toMatchObject({
      message: '418: short and stout',
      status: 418,
    });
  });
  it('or of the status text when the body is empty (ADMIN-7.34)', async () => {
    expect(await failure(502, '', 'Bad Gateway')).toMatchObject({ message: '502: Bad Gateway' });
  });
  it('carries the problem with its code and what the code promises (SHOP-8.19)', async () => {
    const body = JSON.stringify({ code: 'SOLD_OUT', message: 'Only 2 left.', available: 2 });
    const error = await failure(409, body);
    expect(error).toMatchObject({ message: `409: ${body}`, problem: { available: 2 } });
    expect(errorCodeOf(error)).toBe('SOLD_OUT');
    expect(serverMessageOf(error)).toBe('Only 2 left.');
  });
  it.each(['{broken', '<html>', '{"no":"code"}'])('takes %s for no problem', async (body) => {
    expect(errorCodeOf(await failure(500, body))).toBeUndefined();
  });
});

describe('reading by key', () => {
  it('joins the segments with a slash (SHOP-7.3)', () => {
    expect(addressOfQueryKey(['api', 'checkouts', 'abc'])).toBe('/api/checkouts/abc');
    expect(addressOfQueryKey(['/api/products'])).toBe('/api/products');
    expect(addressOfQueryKey(['api', 'orders', 7])).toBe('/api/orders/7');
  });

  it('fails on 401 by default and yields null on request (SHOP-7.4)', async () => {
    fetched.mockImplementation(async () => fakeResponse('', { status: 401 }));
    const client = createQueryClient();
    await expect(client.fetchQuery({ queryKey: ['api', 'orders'] })).rejects.toMatchObject({ status: 401 });
    const me = { queryKey: ['api', 'auth', 'me'], queryFn: fetchOrNull };
    expect(await client.fetchQuery(me)).toBeNull();
  });

  it('keeps the position of the stream that a list was read at, and forgets an outdated one', async () => {
    const client = createQueryClient();
    const queryKey = ['api', 'products'];
    fetched.mockResolvedValueOnce(fakeResponse('[]', { status: 200, headers: { 'Stream-Seq': '17' } }));
    await client.fetchQuery({ queryKey });
    expect(newestSeqOf(client, queryKey)).toBe(17);
    fetched.mockResolvedValueOnce(fakeResponse('[]', { status: 200 }));
    await client.fetchQuery({ queryKey, staleTime: 0 });
    expect(newestSeqOf(client, queryKey)).toBeUndefined();
  });

  it('does not retry (SHOP-7.5)', async () => {
    fetched.mockResolvedValue(fakeResponse('', { status: 500 }));
    await expect(createQueryClient().fetchQuery({ queryKey: ['api', 'products'] })).rejects.toThrow('500');
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
