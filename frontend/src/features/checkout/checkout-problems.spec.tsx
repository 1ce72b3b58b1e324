import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { toPricedProduct } from '@pax/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HOLD_LIMITS, PRODUCTS } from '../../lib/http/query-keys';
import { fakeResponse } from '../../test/fake-response';
import {
  CARD,
  sentCheckouts,
  events,
  fillIn,
  fillInAndPay,
  gameField,
  line,
  openCheckout,
  PAY_PAGE,
  payButton,
  placements,
  problem,
  profile,
  replies,
  resetHarness,
  sent,
  toasts,
  reducedLines,
  wings,
} from '../../test/open-checkout';
import { paymentMethodsAnswer } from '../../test/server-info';
import { previewQuote } from './use-quote';

jest.setTimeout(30_000);
beforeEach(resetHarness);
afterEach(() => {
  jest.useRealTimers();
});

const dearer = previewQuote(
  [{ ...line, pricing: { product: toPricedProduct({ ...wings, price: '25.00' }), quantity: 1 } }],
  { profile, useStoreCredit: false },
);

describe('what stands in the way of paying', () => {
  it('a changed price is shown with what changed, asked about again, then charged (OWN-40)', async () => {
    replies[CARD] = problem(409, 'PRICE_CHANGED', { quote: dearer });
    const { client } = await openCheckout();
    client.setQueryData(PRODUCTS, []);
    await fillInAndPay();
    expect(await screen.findByText(/It was \$19\.19 and is now \$24\.00/)).toBeTruthy();
    const changes = within(screen.getByRole('alert'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(changes).toEqual(['Wings$19.99$25.00', 'Tier discount$0.80$1.00']);
    expect(payButton().textContent).toContain('$24.00');
    expect(events).toEqual([]);
    // What the price came from is read again: the buyer's discounts and the goods.
    expect(client.getQueryState(PRODUCTS)?.isInvalidated).toBe(true);
    expect(sent.filter(({ path }) => path === '/api/account/profile')).toHaveLength(2);
    replies[CARD] = () => fakeResponse({ url: PAY_PAGE, checkout: 'ref-1' });
    await userEvent.click(payButton());
    await waitFor(() => expect(events).toContain(`leave ${PAY_PAGE}`));
    expect(sentCheckouts()[1]?.body).toMatchObject({ amount: '24.00' });
  });

  it('another piece at the same price is shown as it was and is, asked about again, then charged (OWN-1241)', async () => {
    const seen = { ...line, shown: 'Wings · 64x' };
    const fewer = previewQuote([{ ...line, shown: 'Wings · 4x' }], { profile, useStoreCredit: false });
    replies[CARD] = problem(409, 'PRICE_CHANGED', { quote: fewer });
    const { show } = await openCheckout({ lines: [seen] });
    await fillIn();
    // The live catalog brings the change while the buyer types, which is no consent.
    await act(async () => show({ lines: [{ ...line, shown: 'Wings · 4x' }] }));
    await userEvent.click(payButton());
    const box = await screen.findByRole('alert');
    expect(box.textContent).toMatch(/product has changed.*You still pay \$19\.19.*Wings · 64xWings · 4x/);
    expect(events).toEqual([]);
    replies[CARD] = () => fakeResponse({ url: PAY_PAGE, checkout: 'ref-1' });
    await userEvent.click(payButton());
    await waitFor(() => expect(events).toContain(`leave ${PAY_PAGE}`));
    expect(sentCheckouts().map(({ body }) => body)).toMatchObject([
      { items: [{ id: 7, shown: 'Wings · 64x' }] },
      { items: [{ id: 7, shown: 'Wings · 4x' }] },
    ]);
  });

  it('the problem takes the focus and is announced (OWN-171)', async () => {
    replies[CARD] = problem(409, 'PRICE_CHANGED', { quote: dearer });
    await openCheckout();
    await fillInAndPay();
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('alert'));
  });

  it('says how many are left and takes them (OWN-66)', async () => {
    replies[CARD] = problem(409, 'SOLD_OUT', { available: 2, id: 7 });
    const { client } = await openCheckout();
    client.setQueryData(PRODUCTS, []);
    await fillInAndPay();
    expect(await screen.findByText('Only 2 of Wings are left.')).toBeTruthy();
    expect(client.getQueryState(PRODUCTS)?.isInvalidated).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Take 2' }));
    expect(reducedLines).toEqual([[7, 2]]);
    expect(screen.queryByText('Only 2 of Wings are left.')).toBeNull();
  });

  it('what sells out while the dialog is open is shown at once', async () => {
    const { show } = await openCheckout();
    expect(screen.queryByText('Someone was faster')).toBeNull();
    await act(async () => show({ lines: [{ ...line, trouble: { kind: 'short', left: 0 } }] }));
    expect(screen.getByText('Wings is sold out.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
    expect(reducedLines).toEqual([[7, 0]]);
    const coins = { ...line, pricing: { product: { ...line.pricing.product, isCustom: true }, quantity: 1 } };
    await act(async () => show({ lines: [{ ...coins, trouble: { kind: 'short', left: 40 } }] }));
    expect(screen.getByText('Only 40M of Wings are left.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Take 40M' })).toBeTruthy();
  });

  it('what is no longer sold can be taken out', async () => {
    await openCheckout({ lines: [{ ...line, trouble: { kind: 'gone' } }] });
    await userEvent.click(screen.getByRole('button', { name: 'Remove what is gone' }));
    expect(events).toEqual(['dropGone']);
  });

  it.each([
    ['ALREADY_PAID', { checkout: 'ref-9' }, 'See the order', '/payment-success?checkout=ref-9'],
    ['CHECKOUT_OPEN', { url: 'https://pay.example.test/9' }, 'Go to that page', 'https://pay.example.test/9'],
    [
      'CHECKOUT_OPEN',
      { checkout: 'ref-9', state: 'confirming', method: 'card' },
      'See the payment',
      '/payment-success?checkout=ref-9',
    ],
  ])('%s leads to what is there (OWN-72)', async (code, details, link, href) => {
    replies[CARD] = problem(409, code, details);
    await openCheckout();
    await fillInAndPay();
    expect((await screen.findByRole('link', { name: link })).getAttribute('href')).toBe(href);
  });

  it('what was paid within the hour is asked about first, and paid again on request (OWN-928)', async () => {
    replies[CARD] = problem(409, 'PAID_RECENTLY', { checkout: 'ref-9', paidAt: '2025-11-03T20:15:00.000Z' });
    await openCheckout();
    await fillInAndPay();
    const link = await screen.findByRole('link', { name: 'See the order' });
    expect(link.getAttribute('href')).toBe('/payment-success?checkout=ref-9');
    expect([events, placements]).toEqual([[], []]);
    replies[CARD] = () => fakeResponse({ url: PAY_PAGE, checkout: 'ref-10' }, { status: 201 });
    await userEvent.click(screen.getByRole('button', { name: 'Buy it again' }));
    await waitFor(() => expect(events).toContain(`leave ${PAY_PAGE}`));
    expect(sentCheckouts().map(({ body }) => body)).toMatchObject([{ repeat: 'ask' }, { repeat: 'allow' }]);
    expect(placements).toEqual(['ref-10 1']);
  });

  it('what is still being confirmed is asked about first, too (OWN-928)', async () => {
    replies[CARD] = problem(409, 'PAID_RECENTLY', { checkout: 'ref-9', state: 'confirming' });
    await openCheckout();
    await fillInAndPay();
    expect(await screen.findByText('Your payment for exactly this is still being confirmed.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'See the payment' });
    expect(link.getAttribute('href')).toBe('/payment-success?checkout=ref-9');
    replies[CARD] = () => fakeResponse({ url: PAY_PAGE, checkout: 'ref-10' }, { status: 201 });
    await userEvent.click(screen.getByRole('button', { name: 'Buy it again' }));
    await waitFor(() => expect(placements).toEqual(['ref-10 1']));
  });

  it('an open checkout whose address is none offers no way to it', async () => {
    replies[CARD] = problem(409, 'CHECKOUT_OPEN', { url: 'javascript:alert(1)' });
    await openCheckout();
    await fillInAndPay();
    const box = await screen.findByRole('alert');
    expect(box.querySelector('a')).toBeNull();
  });

  it.each([
    [409, 'HOLD_LIMIT', {}, /too many unfinished checkouts/],
    [
      409,
      'HOLD_LIMIT',
      { id: 7, available: 3, reason: 'new_account', trustedFrom: '35.00' },
      /Wings: Until orders of \$35\.00 in all are delivered.*up to 3 at/,
    ],
    [
      409,
      'HOLD_LIMIT',
      { id: 7, available: 0, reason: 'unpaid', trustedFrom: '20.00' },
      /Wings: Two of your checkouts/,
    ],
    [429, 'RATE_LIMITED', { retryAfter: 700 }, /again in 12 minutes/],
    [429, 'RATE_LIMITED', {}, /Wait a minute/],
    [403, 'BLOCKED', {}, /account is blocked/],
    [409, 'AMOUNT_TOO_SMALL', {}, /start at \$0\.50/],
    [409, 'METHOD_DISABLED', {}, /choose another one/],
    [404, 'PRODUCT_NOT_FOUND', {}, /no longer sold/],
    [400, 'VALIDATION', { message: 'The largest payment is $999,999.99.' }, /The largest payment/],
  ])('%d %s shows what to do next (OWN-188)', async (status, code, details, text) => {
    replies[CARD] = problem(status, code, details);
    const { client } = await openCheckout();
    for (const key of [HOLD_LIMITS, PRODUCTS]) client.setQueryData(key, []);
    await fillInAndPay();
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    const isStale = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated;
    expect(isStale(HOLD_LIMITS)).toBe(code === 'HOLD_LIMIT');
    expect(isStale(PRODUCTS)).toBe(code === 'PRODUCT_NOT_FOUND');
    // Input is kept and the buyer can retry (OWN-174).
    expect(gameField().value).toBe('MaraRedstone');
    await userEvent.click(payButton());
    await waitFor(() => expect(sentCheckouts()).toHaveLength(2));
  });

  it('a limit is shown before paying, and lowers the line by one click (OWN-402)', async () => {
    const limit = { id: 7, available: 3, reason: 'address', trustedFrom: '20.00' } as const;
    const trouble = { kind: 'limited', left: 3, limit } as const;
    await openCheckout({ lines: [{ ...line, item: { id: 7, quantity: 5 }, trouble }] });
    const box = await screen.findByRole('alert');
    expect(box.textContent).toMatch(/Wings: New customers on one connection.*up to 3 at a time/);
    expect(sentCheckouts()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Take 3' }));
    expect(reducedLines).toEqual([[7, 3]]);
  });

  it('the limit of crypto is shown once that is chosen, and no more with another method (OWN-402)', async () => {
    const limits = [{ id: 7, available: 2, reason: 'unconfirmed', trustedFrom: '20.00' }];
    replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer('card', 'crypto'));
    replies['/api/checkout/quote'] = (body) => {
      const quote = previewQuote([line], { profile, useStoreCredit: false });
      return fakeResponse(Object(body).method === 'crypto' ? { ...quote, limits } : quote);
    };
    await openCheckout({ lines: [{ ...line, item: { id: 7, quantity: 5 } }] });
    await userEvent.click(await screen.findByRole('radio', { name: /Card/ }));
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: /Crypto/ }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Wings: By crypto up to 2 at a time/);
    expect(sentCheckouts()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Take 2' }));
    expect(reducedLines).toEqual([[7, 2]]);
    await userEvent.click(screen.getByRole('radio', { name: /Card/ }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('a card checkout that can’t start shows an error and loses nothing that was typed (SHOP-8.5, OWN-174)', async () => {
    replies[CARD] = () => fakeResponse('', { status: 502, statusText: 'Bad Gateway' });
    await openCheckout();
    await fillInAndPay();
    await waitFor(() =>
      expect(toasts).toMatchObject([
        {
          kind: 'error',
          title: 'Payment Error',
          description: 'Failed to start Stripe checkout. Please try again.',
        },
      ]),
    );
    expect(gameField().value).toBe('MaraRedstone');
    await userEvent.click(payButton());
    await waitFor(() => expect(sentCheckouts()).toHaveLength(2));
  });

  it('without a connection it says that nothing was charged, and goes on by hand (OWN-174)', async () => {
    replies[CARD] = () => Promise.reject(new TypeError('Failed to fetch'));
    await openCheckout();
    await fillInAndPay();
    expect(await screen.findByText(/Nothing was charged/)).toBeTruthy();
    expect(events).toEqual([]);
    replies[CARD] = () => fakeResponse({ url: PAY_PAGE, checkout: 'ref-1' });
    await userEvent.click(payButton());
    await waitFor(() => expect(events).toEqual([`leave ${PAY_PAGE}`]));
  });

  it('a price that can’t be confirmed says so and can be asked for again', async () => {
    replies['/api/checkout/quote'] = () => Promise.reject(new TypeError('Failed to fetch'));
    await openCheckout();
    expect(await screen.findByText(/could not be confirmed/)).toBeTruthy();
    replies['/api/checkout/quote'] = () => fakeResponse(dearer);
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(payButton().textContent).toContain('$24.00'));
  });

  it('a missing response is reported, can be retried, and is ignored when it comes late', async () => {
    const releases: ((placed: Response) => void)[] = [];
    replies[CARD] = () => new Promise<Response>((resolve) => releases.push(resolve));
    await openCheckout();
    await fillIn();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    act(() => payButton().click());
    for (let round = 0; round < 10; round += 1) await act(async () => {});
    await act(() => jest.advanceTimersByTimeAsync(7_990));
    expect(screen.queryByText(/longer than usual/)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(screen.getByText(/You pay only once/)).toBeTruthy();
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(sentCheckouts()).toHaveLength(2);
    expect(sentCheckouts()[1]).toEqual(sentCheckouts()[0]);
    await act(async () => releases[1]?.(fakeResponse({ url: PAY_PAGE, checkout: 'ref-1' })));
    await act(async () =>
      releases[0]?.(fakeResponse({ url: 'https://pay.example.test/late', checkout: 'ref-1' })),
    );
    expect(events).toEqual([`leave ${PAY_PAGE}`]);
  });

  it('who closes the dialog is not led away a moment later', async () => {
    let release: (placed: Response) => void = () => undefined;
    replies[CARD] = () => new Promise<Response>((resolve) => (release = resolve));
    await openCheckout();
    await fillInAndPay();
    await screen.findByRole('button', { name: /Taking you/ });
    await userEvent.keyboard('{Escape}');
    expect(events).toEqual(['close']);
    await act(async () => release(fakeResponse({ url: PAY_PAGE, checkout: 'ref-1' })));
    expect(events).toEqual(['close']);
  });

  it('is alive again for who comes back by the browser’s own button', async () => {
    await openCheckout();
    await fillInAndPay();
    await screen.findByRole('button', { name: /Taking you/ });
    act(() => void dispatchEvent(new Event('pageshow')));
    await userEvent.click(payButton());
    await waitFor(() => expect(sentCheckouts()).toHaveLength(2));
  });
});
