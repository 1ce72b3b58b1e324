import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import type { CheckoutAnswer, CheckoutState, Order } from '@pax/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { preloadAreas } from '../../../i18n/i18n';
import { createQueryClient } from '../../../lib/http/query-client';
import { OWN_ORDERS } from '../../../lib/http/query-keys';
import { fakeResponse } from '../../../test/fake-response';
import { order } from '../../../test/order-lists';
import { makeQuotedCheckoutAnswer } from '../../../test/checkout-answer';
import { renderUi } from '../../../test/render';
import { SuccessPage } from './success-page';

const REF = '9y83JcWY62-SOSsVTszN7A';
const checkout = (state: CheckoutState, changes: Partial<CheckoutAnswer> = {}): CheckoutAnswer => ({
  ...makeQuotedCheckoutAnswer(REF, state, ['Wings']),
  points: state === 'paid' ? 199 : 0,
  orders: state === 'paid' ? [12] : [],
  ...changes,
});

let states: CheckoutState[];
let orders: Order[];
let changes: Partial<CheckoutAnswer>;
let asked: string[];
let settled: string[];
let earned: string[];
let home: number;
let bought: string[][];

// Dialogs render slowly in jsdom.
jest.setTimeout(30_000);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  states = [];
  orders = [];
  changes = {};
  asked = [];
  settled = [];
  earned = [];
  home = 0;
  bought = [];
  localStorage.clear();
  globalThis.fetch = jest.fn<typeof fetch>(async (address, init) => {
    const path = typeof address === 'string' ? address : '';
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    if (path === '/api/orders') return fakeResponse(orders);
    const state = states.length > 1 ? states.shift() : states[0];
    return state ? fakeResponse(checkout(state, changes)) : fakeResponse('', { status: 404 });
  });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Advances timers in small steps, rendering in between. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 500)
    await act(() => jest.advanceTimersByTimeAsync(Math.min(left, 500)));
}

async function open(reference = REF, partner?: string) {
  const client = createQueryClient();
  await renderUi(<div />);
  await preloadAreas('checkout', 'shop', 'cart');
  await renderUi(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SuccessPage
          reference={reference}
          partner={partner}
          onPaid={(paid) => void settled.push(paid)}
          onPoints={(paid, points) => void earned.push(`${paid} ${points}`)}
          onHome={() => void (home += 1)}
          onBuyAgain={(lines) => void bought.push(lines.map(({ name }) => name))}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await pass(10);
  return client;
}

describe('SuccessPage', () => {
  it('waits honestly while the outcome is unknown, then shows the ticket (OWN-876)', async () => {
    states = ['open', 'open', 'confirming', 'paid'];
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your payment is being confirmed');
    expect(settled).toEqual([]);
    await pass(6_000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you – it is paid');
    expect(settled).toEqual([REF]);
    expect(screen.getByText('+199')).toBeTruthy();
    expect(screen.getByText('MaraRedstone')).toBeTruthy();
  });

  it('leads to the receipt once there is one (OWN-504)', async () => {
    states = ['confirming', 'paid'];
    changes = { paidAt: null };
    await open();
    expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull();
    cleanup();
    changes = { paidAt: '2025-11-03T20:16:00.000Z' };
    await open();
    const link = screen.getByRole('link', { name: 'Receipt' });
    expect(link.getAttribute('href')).toBe(`/receipt?checkout=${REF}`);
  });

  it('asks patiently, not without end, and never says failed (OWN-876)', async () => {
    states = ['confirming'];
    await open();
    await pass(6 * 60_000);
    const questions = asked.filter((line) => line.endsWith('/refresh')).length;
    expect(questions).toBeGreaterThan(10);
    expect(questions).toBeLessThan(40);
    expect(document.body.textContent).not.toMatch(/fail|not paid/i);
    expect(home).toBe(0);
    states = ['paid'];
    act(() => screen.getByRole('button', { name: 'Check again' }).click());
    await pass(500);
    expect(settled).toEqual([REF]);
  });

  it.each<[why: string, lost: () => Promise<Response>]>([
    ['a lost connection', () => Promise.reject(new TypeError('offline'))],
    ['an error of the shop', async () => fakeResponse('', { status: 503 })],
  ])('goes on asking after %s, says that it takes longer, and tells of the payment', async (_, lost) => {
    states = ['open'];
    await open();
    const connected = globalThis.fetch;
    const questions = jest.fn<typeof fetch>(lost);
    globalThis.fetch = questions;
    await pass(12_000);
    const early = questions.mock.calls.length;
    expect(early).toBeGreaterThan(2);
    expect(screen.queryByText(/takes longer than usual/)).toBeNull();
    await pass(60_000);
    expect(questions.mock.calls.length).toBeGreaterThan(early);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your payment is being confirmed');
    expect(screen.getByText(/takes longer than usual/)).toBeTruthy();
    expect(settled).toEqual([]);
    globalThis.fetch = connected;
    states = ['paid'];
    await pass(16_000);
    expect(settled).toEqual([REF]);
  });

  it('shows what was bought, for whom and what it earned, what comes next, and two ways on (SHOP-2.64, SHOP-2.65, SHOP-2.66, SHOP-2.67)', async () => {
    states = ['paid'];
    await open();
    const facts = screen.getByLabelText('Order details').textContent;
    for (const text of ['Amount$19.99', 'Points earned+199', 'MaraRedstone', 'mara.redstone'])
      expect(facts).toContain(text);
    expect(screen.getByRole('heading', { name: 'What happens next' })).toBeTruthy();
    screen.getByText('Be in the game as MaraRedstone. Only that player gets the goods.');
    expect(screen.getByText(/within 1 to 24 hours/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Shop' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Get support' }).getAttribute('href')).toBe('/support');
  });

  it('has a line of the delivery that follows its order, in words (OWN-171)', async () => {
    states = ['paid'];
    const client = await open();
    const stage = () =>
      screen.getAllByRole('listitem').find((item) => item.ariaCurrent === 'step')?.textContent;
    for (const [status, shown] of [
      ['pending', 'Paid'],
      ['processing', 'Taken'],
      ['completed', 'Delivered'],
    ] as const) {
      const own = order({ id: 12, status, productId: 7, coins: null, checkout: REF });
      const earlier = order({ id: 11, status: 'cancelled', productId: 7 });
      act(() => void client.setQueryData(OWN_ORDERS, [earlier, own]));
      await pass(10);
      expect(stage()).toBe(shown);
      // A time to wait for is shown until the goods are there.
      const isOver = status === 'completed';
      expect(screen.queryAllByText(/^Due by/)).toHaveLength(isOver ? 0 : 1);
      // The purchase has wings only, so nothing is said about coins.
      expect(screen.queryByText(/^Money is usually delivered/)).toBeNull();
      expect(screen.queryAllByText(/^Other goods arrive/)).toHaveLength(isOver ? 0 : 1);
    }
  });

  it('reports the points that the server booked, once it calls the checkout paid (SHOP-2.64, SHOP-4.29)', async () => {
    states = ['open', 'confirming', 'paid'];
    await open();
    expect(earned).toEqual([]);
    await pass(6_000);
    expect(earned).toEqual([`${REF} 199`]);
    // It asks and reads; it sends nothing that could credit anything.
    expect(asked.filter((call) => !/^(GET|POST [^ ]+\/refresh$)/.test(call))).toEqual([]);
  });

  it.each(['refunded', 'disputed', 'lost', 'expired'] as const)('%s earns no celebration', async (state) => {
    states = [state];
    changes = { points: 199 };
    await open();
    expect(earned).toEqual([]);
    // What was paid empties the cart, whatever became of the money later.
    expect(settled).toEqual(state === 'expired' ? [] : [REF]);
  });

  it('says that the refund is requested until all of it was made (OWN-491)', async () => {
    states = ['refunded'];
    const undone = { checkout: REF, status: 'cancelled', paymentStatus: 'refunded' } as const;
    const title = () => screen.getByRole('heading', { level: 1 }).textContent;
    orders = [order({ id: 1, ...undone, refund: 'done' }), order({ id: 2, ...undone, refund: 'requested' })];
    const client = await open();
    expect(title()).toBe('Your refund is requested');
    act(() => {
      client.setQueryData(
        OWN_ORDERS,
        orders.map((one) => ({ ...one, refund: 'done' })),
      );
    });
    await pass(500);
    expect(title()).toBe('This order was refunded');
  });

  it('who comes back begins at the heading, with the keyboard too (OWN-171)', async () => {
    states = ['paid'];
    await open();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('leads back to PayPal’s page where the instrument was declined, after having asked once (OWN-920)', async () => {
    states = ['open'];
    changes = { retryUrl: 'https://paypal.test/checkoutnow?token=1' };
    await open();
    await pass(500);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This payment was declined');
    const link = screen.getByRole('link', { name: 'Pay another way at PayPal' });
    expect(link.getAttribute('href')).toBe('https://paypal.test/checkoutnow?token=1');
    await pass(60_000);
    expect(asked.filter((call) => call.endsWith('/refresh'))).toHaveLength(1);
    expect(settled).toEqual([]);
    expect(home).toBe(0);
  });

  it('who pays by another instrument is told that it is confirmed, not that it was declined (OWN-920)', async () => {
    states = ['open', 'paid'];
    changes = { retryUrl: 'https://paypal.test/checkoutnow?token=1' };
    await open();
    await pass(1_000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you – it is paid');
  });

  it.each([
    ['2026-11-22T09:01:00.000Z', /set aside until .*2026/],
    [null, /no longer set aside.*otherwise all of it goes back/],
  ])('says until when a slow payment keeps its goods: %s (OWN-876)', async (heldUntil, text) => {
    states = ['confirming'];
    changes = { heldUntil };
    await open();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('crypto waits for a person: the way to the partner, no questions, no countdown (SHOP-4.33, OWN-94)', async () => {
    states = ['confirming'];
    changes = { method: 'crypto' };
    await open(REF, 'https://partner.example.test/5');
    await pass(60_000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your order waits for your payment');
    const link = screen.getByRole('link', { name: /Open the partner’s shop/ });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'https://partner.example.test/5',
      '_blank',
    ]);
    expect(asked.filter((call) => call.endsWith('/refresh'))).toEqual([]);
    expect(home).toBe(0);
  });

  it('a crypto order that lapsed does not speak of a cart that was emptied', async () => {
    states = ['failed'];
    changes = { method: 'crypto' };
    await open();
    expect(screen.getByText(/goods are free again/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('still in your cart');
  });

  it('goes home after 15 seconds unless stopped (SHOP-2.68, SHOP-9.28)', async () => {
    states = ['paid'];
    await open();
    await pass(14_000);
    expect(home).toBe(0);
    await pass(1_500);
    expect(home).toBe(1);
  });

  it('redirects at the first visit only, and says at later ones how far the purchase is (SHOP-2.68, OWN-1481)', async () => {
    states = ['paid'];
    const own = (status: Order['status']) =>
      order({ id: 12, status, productId: 7, coins: null, checkout: REF });
    orders = [own('pending')];
    const client = await open();
    expect(screen.queryByRole('button', { name: 'Buy again' })).toBeNull();
    cleanup();
    for (const [status, title, isOver] of [
      ['pending', 'Thank you – it is paid', false],
      ['processing', 'Your order is on its way', false],
      ['completed', 'Your order was delivered', true],
      ['cancelled', 'This order was cancelled', true],
    ] as const) {
      orders = [own(status)];
      await open();
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
      expect(screen.queryAllByRole('heading', { name: 'How you get it' })).toHaveLength(isOver ? 0 : 1);
      expect(screen.queryByRole('timer')).toBeNull();
      cleanup();
    }
    await pass(60_000);
    expect(home).toBe(0);
    client.clear();
  });

  it('names the number of each order, known from the checkout before the orders are loaded (OWN-1480)', async () => {
    states = ['paid'];
    await open();
    expect(screen.getByText('#12').closest('li')?.textContent).toContain('Wings');
  });

  it.each([
    ['paid', 1],
    ['refunded', 1],
    ['disputed', 0],
    ['confirming', 0],
    ['expired', 0],
  ] as const)(
    'offers to buy the same again at a later visit of a %s checkout: %s (OWN-1482)',
    async (state, times) => {
      states = [state];
      await open();
      cleanup();
      await open();
      const buttons = screen.queryAllByRole('button', { name: 'Buy again' });
      expect(buttons).toHaveLength(times);
      act(() => buttons[0]?.click());
      expect(bought).toEqual(times === 0 ? [] : [['Wings']]);
    },
  );

  it('stays on request', async () => {
    states = ['paid'];
    await open();
    act(() => screen.getByRole('button', { name: 'Stay here' }).click());
    await pass(60_000);
    expect(home).toBe(0);
  });

  it.each(['expired', 'cancelled', 'failed'] as const)('%s keeps the cart and says so', async (state) => {
    states = [state];
    await open();
    expect(screen.getByText(/still in your cart/)).toBeTruthy();
    expect(settled).toEqual([]);
  });

  it('an address that names no own order says so and asks nothing (SHOP-2.63)', async () => {
    await open('');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Which order?');
    expect(asked).toEqual([]);
  });

  it.each([
    ['names none', ''],
    ['is nobody’s', REF],
  ])('an address that %s leads home like the others, unless stopped', async (_case, reference) => {
    await open(reference);
    for (const name of ['Back to Shop', 'My orders', 'Get support'])
      expect(screen.getByRole('link', { name })).toBeTruthy();
    await pass(14_000);
    expect(home).toBe(0);
    await pass(1_500);
    expect(home).toBe(1);
  });

  it('stays at an address that names no order, on request', async () => {
    await open('');
    act(() => screen.getByRole('button', { name: 'Stay here' }).click());
    await pass(60_000);
    expect(home).toBe(0);
  });

  it('stays where the server does not answer: the order may be there', async () => {
    const working = globalThis.fetch;
    globalThis.fetch = jest.fn<typeof fetch>(async () => fakeResponse('', { status: 503 }));
    await open();
    await pass(60_000);
    expect(home).toBe(0);
    globalThis.fetch = working;
    states = ['paid'];
    act(() => screen.getByRole('button', { name: 'Check again' }).click());
    await pass(500);
    expect(settled).toEqual([REF]);
  });
});
