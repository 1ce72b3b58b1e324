import { describe, expect, it } from '@jest/globals';
import type { CartItem, HoldLimit } from '@pax/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { quote } from '../../test/checkout-answer';
import { user } from '../../test/user';
import { useHoldLimits } from './hold-limits';
import { HOLD_LIMITS } from './query-keys';
import { createQueryClient } from './query-client';

const CART: CartItem[] = [{ id: 1, quantity: 2 }];
const EMPTY: CartItem[] = [];
const LIMIT: HoldLimit = { id: 1, available: 3, reason: 'new_account', trustedFrom: '20.00' };

interface Asked {
  readonly items: CartItem[];
  readonly enabled: boolean;
}

/** Requests the limits of a cart; resolves once the server has answered with these. */
async function ask(limits: HoldLimit[] | undefined) {
  mockServer({
    'GET /api/auth/me': () => fakeResponse(user()),
    'POST /api/checkout/quote': () => fakeResponse(quote({ limits })),
  });
  const client = createQueryClient();
  const hook = renderHook(({ items, enabled }: Asked) => useHoldLimits(items, enabled), {
    initialProps: { items: CART, enabled: true },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await waitFor(() =>
    expect(client.getQueriesData({ queryKey: HOLD_LIMITS }).some(([, data]) => data)).toBe(true),
  );
  return hook;
}

describe('the limits of a cart (OWN-402)', () => {
  it('are those of the answer, and stay until the next answer', async () => {
    const { result, rerender } = await ask([LIMIT]);
    await waitFor(() => expect(result.current).toEqual([LIMIT]));
    rerender({ items: EMPTY, enabled: false });
    expect(result.current).toEqual([LIMIT]);
  });

  it('are none where the answer names none, also for the next cart', async () => {
    const { result, rerender } = await ask(undefined);
    rerender({ items: EMPTY, enabled: false });
    expect(result.current).toEqual([]);
  });
});
