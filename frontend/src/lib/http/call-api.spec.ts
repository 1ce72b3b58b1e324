import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  accountCalls,
  authCalls,
  checkoutCalls,
  discordCalls,
  orderCalls,
  type CallDefinition,
  type CallErrorCode,
} from '@pax/contracts';
import { fakeResponse } from '../../test/fake-response';
import { callApi, callErrorCodeOf, queryKeyFor, queryOptionsFor } from './call-api';
import { createQueryClient } from './query-client';

const fetched = jest.fn<typeof fetch>();
const gives = (body: unknown) =>
  fetched.mockImplementation(async () => fakeResponse(JSON.stringify(body), { status: 200 }));
const sent = () => fetched.mock.calls[0];

beforeEach(() => {
  fetched.mockReset();
  globalThis.fetch = fetched;
});

describe('a call by its definition', () => {
  it('has its method, its path with escaped parameters, its query without what is left out, and its body', async () => {
    gives({ success: true });
    await callApi(accountCalls.endSession, { params: { id: 'a/b' } });
    expect(sent()).toMatchObject(['/api/account/sessions/a%2Fb', { method: 'DELETE' }]);

    fetched.mockReset();
    gives([]);
    await callApi(discordCalls.posts, { query: { limit: '5', q: undefined } });
    expect(sent()).toMatchObject(['/api/admin/posts?limit=5', { method: 'GET' }]);

    fetched.mockReset();
    gives({ success: true });
    await callApi(authCalls.logout);
    expect(sent()?.[1]?.body).toBeUndefined();
  });

  it('has the segments of its address as its key', () => {
    expect(queryKeyFor(checkoutCalls.checkout, { ref: 'c1' })).toEqual(['api', 'checkouts', 'c1']);
    expect(queryKeyFor(orderCalls.archivedOrders)).toEqual(['api', 'admin', 'orders', 'archived']);
  });

  it('fails with a code that its definition names', async () => {
    fetched.mockResolvedValue(
      fakeResponse(JSON.stringify({ code: 'STALE', message: 'Older.' }), { status: 409 }),
    );
    const error: unknown = await callApi(orderCalls.transitionOrder, {
      params: { id: 1, move: 'complete' },
      body: { version: 1 },
    }).catch((caught: unknown) => caught);
    const code = callErrorCodeOf(orderCalls.transitionOrder, error);
    expect(code).toBe('STALE');
    // @ts-expect-error a code that is no code of this call
    expect(code === 'SOLD_OUT').toBe(false);
  });

  it('claims no complete list of codes, because a newer server may have another one', async () => {
    const call = orderCalls.ownOrders;
    fetched.mockResolvedValue(
      fakeResponse(JSON.stringify({ code: 'NEWER', message: 'Newer.' }), { status: 409 }),
    );
    const code = callErrorCodeOf(call, await callApi(call).catch((caught: unknown) => caught));
    // @ts-expect-error another code than those of the definition
    const listed: CallErrorCode<typeof call> | undefined = code;
    expect(listed).toBe('NEWER');
  });
});

describe('an answer', () => {
  it('that the definition does not allow is an error that names call and field', async () => {
    gives({ success: 'yes' });
    await expect(callApi(authCalls.logout)).rejects.toThrow(/\/api\/auth\/logout: [\s\S]*success/);
    gives({ inviteLink: 1 });
    await expect(createQueryClient().fetchQuery(queryOptionsFor(discordCalls.serverInfo))).rejects.toThrow(
      /server-info: [\s\S]*inviteLink/,
    );
  });

  it('holds nothing beside what is defined', async () => {
    gives({ success: true, secret: 1 });
    expect(await callApi(authCalls.logout)).toEqual({ success: true });
  });

  it('is taken as it is where the built page has no schemas, and an empty one is undefined', async () => {
    const { method, path, access, summary } = authCalls.logout;
    const plain: CallDefinition = { method, path, access, summary };
    gives({ success: 'yes' });
    expect(await callApi(plain)).toEqual({ success: 'yes' });
    fetched.mockResolvedValue(fakeResponse('', { status: 200 }));
    expect(await callApi(authCalls.logout).catch(() => 'refused')).toBe('refused');
    fetched.mockResolvedValue(fakeResponse('', { status: 200 }));
    expect(await callApi(plain)).toBeUndefined();
  });
});
