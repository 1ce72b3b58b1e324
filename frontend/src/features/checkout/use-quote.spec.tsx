import { describe, expect, it } from '@jest/globals';
import { toPricedProduct, type AccountProfile } from '@pax/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../../lib/http/query-client';
import type { PayMethod } from '../../lib/http/shop-info';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { line, profile, wings } from '../../test/open-checkout';
import { previewQuote, useQuote } from './use-quote';

const CALL = 'POST /api/checkout/quote';

interface Now {
  price: string;
  coinValue: number | null;
  profile: AccountProfile;
  method: PayMethod | undefined;
}

/** The hook beside a server that prices what is true now. */
async function quoted(asked: { buyer?: AccountProfile; useStoreCredit?: boolean } = {}) {
  const { buyer = profile, useStoreCredit = false } = asked;
  const now: Now = { price: '19.99', coinValue: null, profile: buyer, method: undefined };
  const lines = () => {
    const { price, coinValue } = now;
    return [{ ...line, pricing: { product: toPricedProduct({ ...wings, price, coinValue }), quantity: 1 } }];
  };
  const options = () => ({
    lines: lines(),
    profile: now.profile,
    useStoreCredit,
    reward: undefined,
    method: now.method,
    enabled: true,
  });
  const calls = mockServer({
    [CALL]: () => fakeResponse(previewQuote(lines(), { profile: now.profile, useStoreCredit })),
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook(useQuote, { initialProps: options(), wrapper });
  await waitFor(() => expect(hook.result.current.confirmed).toBe(true));
  const change = (changes: Partial<Now>) => {
    Object.assign(now, changes);
    act(() => hook.rerender(options()));
  };
  const bodies = () => calls.filter(({ call }) => call === CALL).map(({ body }) => body);
  return { hook, change, bodies, asked: () => bodies().length };
}

describe('the quote of an open checkout (OWN-37)', () => {
  it.each([
    ['a price', { price: '29.99' }],
    ['the discount of the buyer', { profile: { ...profile, permanentDiscount: 8 } }],
  ])('is asked anew when %s changes, and never shows the total of before', async (_, changes) => {
    const { hook, change, asked } = await quoted();
    const before = hook.result.current.quote.total;
    change(changes);
    expect(hook.result.current.quote.total).not.toBe(before);
    expect(hook.result.current.confirmed).toBe(false);
    await waitFor(() => expect(hook.result.current.confirmed).toBe(true));
    expect(hook.result.current.quote.total).not.toBe(before);
    expect(asked()).toBe(2);
  });

  it('is asked anew when credit pays everything, and never shows what it took before (OWN-40)', async () => {
    const rich = { ...profile, storeCredit: '100.00', balance: '100.00' };
    const { hook, change, asked } = await quoted({ buyer: rich, useStoreCredit: true });
    const { total, storeCreditUsed } = hook.result.current.quote;
    change({ price: '59.99' });
    expect(hook.result.current.quote.total).toBe(total);
    expect(hook.result.current.quote.storeCreditUsed).not.toBe(storeCreditUsed);
    expect(hook.result.current.confirmed).toBe(false);
    await waitFor(() => expect(hook.result.current.confirmed).toBe(true));
    expect(asked()).toBe(2);
  });

  it('is asked anew when a pack holds fewer coins at the same price (OWN-40)', async () => {
    const { hook, change, asked } = await quoted();
    change({ coinValue: 10_000_000 });
    await waitFor(() => expect(asked()).toBe(2));
    expect(hook.result.current.quote.total).toBe('19.19');
  });

  it('is asked for the limits of crypto, once that is chosen (OWN-402)', async () => {
    const { hook, change, bodies } = await quoted();
    change({ method: 'card' });
    change({ method: 'crypto' });
    await waitFor(() => expect(hook.result.current.confirmed).toBe(true));
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()).toMatchObject([{ items: [{}] }, { method: 'crypto' }]);
  });

  it('is not asked again when nothing changed', async () => {
    const { hook, change, asked } = await quoted();
    change({});
    await act(async () => {});
    expect(hook.result.current.confirmed).toBe(true);
    expect(asked()).toBe(1);
  });
});
