import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckoutAnswer, CheckoutState } from '@pax/contracts';
import { act, cleanup, waitFor } from '@testing-library/react';
import { toCartItem } from '../../features/market/cart/cart-items';
import { useCart } from '../../features/market/cart/cart-store';
import { purchaseLive } from '../../features/checkout/purchase-live';
import { ME } from '../../lib/http/query-keys';
import { deliverToModule } from '../../lib/realtime/live-module';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { product } from '../../test/product';
import { makeCheckoutAnswer } from '../../test/checkout-answer';
import { renderPage } from '../../test/render-page';
import { user as currentUser } from '../../test/user';
import { RemovePaidGoods } from './remove-paid-goods';

const me = currentUser();
const REF = '9y83JcWY62-SOSsVTszN7A';
const DAY_MS = 24 * 3_600_000;
const count = () => useCart.getState().items.length;
const remembered = () => useCart.getState().placed.length;

let state: CheckoutState | undefined;
const answered = (): CheckoutAnswer | undefined => state && makeCheckoutAnswer(REF, state);

beforeEach(() => {
  localStorage.clear();
  useCart.setState({ items: [toCartItem(product({ id: 7 }), 1)], placed: [], settled: [], isOpen: false });
  useCart.getState().place({ checkout: REF, userId: me.id, lines: [{ id: 7, quantity: 1 }] });
  state = 'open';
});

async function open(user: typeof me | null = me) {
  const calls = mockServer({
    'GET /api/auth/me': () => (user ? fakeResponse(user) : fakeResponse('', { status: 401 })),
    [`GET /api/checkouts/${REF}`]: () =>
      state ? fakeResponse(answered()) : fakeResponse({ code: 'NOT_FOUND', message: '' }, { status: 404 }),
  });
  const page = await renderPage(<RemovePaidGoods />);
  return { ...page, asked: () => calls.filter(({ call }) => call.includes(REF)).length };
}

describe('a cart that was paid elsewhere', () => {
  it('is emptied at the next start, and says so', async () => {
    state = 'paid';
    const { toasts } = await open();
    await waitFor(() => expect(count()).toBe(0));
    expect(toasts).toMatchObject([{ title: 'Payment received' }]);
    expect(remembered()).toBe(0);
  });

  it('is emptied by the live message in an open page', async () => {
    const { client, asked } = await open();
    await waitFor(() => expect(asked()).toBe(1));
    expect(count()).toBe(1);
    state = 'paid';
    const message = {
      room: `user:${me.id}`,
      seq: 1,
      id: 'e1',
      type: 'checkout.paid' as const,
      occurredAt: '2025-11-03T20:15:00.000Z',
      version: 2,
      data: answered(),
    };
    await waitFor(() => {
      act(() => deliverToModule(purchaseLive, message, client));
      expect(count()).toBe(0);
    });
  });

  it.each(['open', 'confirming', 'cancelled', 'expired', 'failed'] as const)(
    'stays while %s',
    async (now) => {
      state = now;
      const { asked } = await open();
      await waitFor(() => expect(asked()).toBe(1));
      expect([count(), remembered()]).toEqual([1, 1]);
    },
  );

  it('is no business of another account, nor of a visitor; its owner finds it emptied', async () => {
    state = 'paid';
    for (const user of [{ ...me, id: me.id + 1 }, null]) {
      const { asked, client } = await open(user);
      await waitFor(() => expect(client.getQueryState(ME)?.status).toBe('success'));
      expect([asked(), count(), remembered()]).toEqual([0, 1, 1]);
      cleanup();
    }
    await open();
    await waitFor(() => expect(count()).toBe(0));
  });

  it.each([
    ['a day after it ended unpaid', 'expired', DAY_MS + 1, 0],
    ['not before, since money may come late', 'expired', DAY_MS - 60_000, 1],
    ['not while a bank decides', 'confirming', 3 * DAY_MS, 1],
    ['where the shop knows none', undefined, 0, 0],
  ] as const)('is forgotten %s', async (_, now, age, left) => {
    state = now;
    const [placed] = useCart.getState().placed;
    useCart.setState({ placed: placed ? [{ ...placed, at: Date.now() - age }] : [] });
    const { asked } = await open();
    await waitFor(() => expect(asked()).toBe(1));
    await waitFor(() => expect(remembered()).toBe(left));
    expect(count()).toBe(1);
  });
});
