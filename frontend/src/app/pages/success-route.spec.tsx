import { beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { toCartItem } from '../../features/market/cart/cart-items';
import { useCart } from '../../features/market/cart/cart-store';
import { useCelebration } from '../../features/checkout/celebration/celebration-store';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { SuccessRoute } from './success-route';
import { makeCheckoutAnswer } from '../../test/checkout-answer';

const REF = '9y83JcWY62-SOSsVTszN7A';
const paid = {
  ...makeCheckoutAnswer(REF, 'paid'),
  points: 199,
  lines: [{ id: 1, name: 'Wings', quantity: 1, unitPrice: '19.99', linePrice: '19.99', discount: '0.00' }],
  paidAt: '2025-11-03T20:16:00.000Z',
};

beforeEach(() => {
  localStorage.clear();
  useCart.setState({ items: [toCartItem(product(), 1)], placed: [], settled: [] });
  useCelebration.setState({ points: 0, show: false, run: 0 });
});

/** The page at its address, with everything the older addresses carried. */
async function visit() {
  const calls = mockServer({
    [`GET /api/checkouts/${REF}`]: () => fakeResponse(paid),
    'GET /api/orders': () => fakeResponse([]),
  });
  await renderPage(
    <SuccessRoute />,
    `/payment-success?amount=0.01&method=stripe&inGameName=Thief&discordName=thief&items=%5B%5D&checkout=${REF}`,
  );
  await screen.findByText('Thank you – it is paid');
  return calls;
}

it('asks the server and ignores what else the address says; empties the cart (SHOP-2.63, SHOP-4.28)', async () => {
  const calls = await visit();
  expect(screen.getByLabelText('Order details').textContent).toMatch(/\$19\.99.*MaraRedstone/);
  expect(document.body.textContent).not.toMatch(/Thief|0\.01/);
  expect(useCart.getState().items).toEqual([]);
  expect(calls.map(({ call }) => call).toSorted()).toEqual([
    `GET /api/checkouts/${REF}`,
    'GET /api/coin-stock',
    'GET /api/discord/server-info',
    'GET /api/orders',
    'GET /api/products',
  ]);
});

it('celebrates the booked points once per checkout, however often one comes back (SHOP-2.64)', async () => {
  await visit();
  await waitFor(() => expect(useCelebration.getState()).toMatchObject({ points: 199, show: true, run: 1 }));
  act(() => useCart.getState().add(toCartItem(product({ id: 8 }), 1)));
  cleanup();
  await visit();
  expect(useCelebration.getState().run).toBe(1);
  // What was put in since then stays.
  expect(useCart.getState().items.map(({ id }) => id)).toEqual([8]);
});
