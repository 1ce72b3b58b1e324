import { afterEach, describe, expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { user } from '../../test/user';
import { createQueryClient } from './query-client';
import { useCurrentUser, readSessionHint } from './current-user';

const ASK = 'GET /api/auth/me';
const set = (cookie: string): void => void (document.cookie = `${cookie}; path=/`);
const forget = (): void => {
  for (const pair of document.cookie.split('; ')) set(`${pair.split('=', 1)[0] ?? ''}=; max-age=0`);
};

function ask() {
  const client = createQueryClient();
  return renderHook(() => useCurrentUser(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  }).result;
}

describe('who is signed in (SHOP-7.6, SHOP-4.21)', () => {
  afterEach(forget);

  it('is nobody without the hint, and the server is not asked', async () => {
    const calls = mockServer({ [ASK]: () => fakeResponse(user()) });
    forget();
    const me = ask();
    await waitFor(() => expect(me.current).toBeNull());
    expect(calls).toEqual([]);
  });

  it('is what the server says where there is a hint', async () => {
    const calls = mockServer({ [ASK]: () => fakeResponse(user({ username: 'nova' })) });
    const me = ask();
    await waitFor(() => expect(me.current?.username).toBe('nova'));
    expect(calls.map(({ call }) => call)).toEqual([ASK]);
    expect(readSessionHint()).toBe('spec');
  });

  it('is nobody when the session is over, and the next page does not ask again', async () => {
    const calls = mockServer({ [ASK]: () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.') });
    const me = ask();
    await waitFor(() => expect(me.current).toBeNull());
    expect(readSessionHint()).toBeUndefined();
    const next = ask();
    await waitFor(() => expect(next.current).toBeNull());
    expect(calls).toHaveLength(1);
  });

  it('keeps the hint of a sign-in that happened in another tab meanwhile', async () => {
    mockServer({
      [ASK]: () => {
        set('pax_signed_in=newer');
        return problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.');
      },
    });
    const me = ask();
    await waitFor(() => expect(me.current).toBeNull());
    expect(readSessionHint()).toBe('newer');
  });

  it.each([
    ['nothing', ''],
    ['no text', '%00'],
    ['markup', '<script>'],
    ['a right', 'true; admin'],
    ['half a string', '"'],
    ['other letters', 'ä'],
    ['very much', 'x'.repeat(3_000)],
  ])('lets the server decide, whatever the hint says: %s', async (_what, value) => {
    const calls = mockServer({ [ASK]: () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.') });
    forget();
    set(`pax_signed_in=${value}`);
    const me = ask();
    await waitFor(() => expect(me.current).toBeNull());
    expect(calls).toHaveLength(1);
  });

  it.each(['xpax_signed_in=1', 'pax_signed_in_=1', 'other=pax_signed_in=1', 'PAX_SIGNED_IN=1'])(
    'takes no other cookie for the hint: %s',
    (cookie) => {
      set(cookie);
      expect(readSessionHint()).toBeUndefined();
    },
  );
});
