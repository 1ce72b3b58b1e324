import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toCartItem } from '../../features/market/cart/cart-items';
import { CART_KEY, syncCartAcrossTabs, useCart } from '../../features/market/cart/cart-store';
import { useCelebration } from '../../features/checkout/celebration/celebration-store';
import { fakeResponse } from '../../test/fake-response';
import { mockMediaQueries } from '../../test/mock-media-queries';
import { mockServer } from '../../test/mock-server';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { useCheckoutFlag } from './checkout-open-store';
import { CartButton } from '../layout/header';
import { CART_CLOSE_DELAY_MS, Overlays } from './overlays';
import { paymentMethodsAnswer } from '../../test/server-info';

const wings = product({ id: 7 });
const cartPanel = () => screen.queryByRole('dialog', { name: 'Your cart' });
const checkout = () => screen.queryByRole('dialog', { name: 'Checkout' });
const cartIsOpen = () => useCart.getState().isOpen;
const checkoutIsOpen = () => useCheckoutFlag.getState().isOpen;

let stillMotion: () => void;

beforeEach(() => {
  stillMotion = mockMediaQueries('reduced-motion');
  localStorage.clear();
  useCart.setState({ items: [toCartItem(wings, 1)], settled: [], isOpen: false });
  useCheckoutFlag.setState({ isOpen: false });
  mockServer({
    'GET /api/products': () => fakeResponse([wings]),
    'GET /api/coin-stock': () => fakeResponse({ coinStock: 0 }),
    'GET /api/payments/methods': () => fakeResponse(paymentMethodsAnswer('card')),
  });
});
afterEach(() => {
  stillMotion();
  jest.useRealTimers();
});

const open = (address = '/') =>
  renderPage(
    <>
      <CartButton />
      <Overlays />
    </>,
    address,
  );
const openCart = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Cart/ }));
  await screen.findByRole('dialog', { name: 'Your cart' });
};

describe('cart and checkout over a page', () => {
  it('both start closed; the button opens the cart, the page behind does not scroll (SHOP-2.12, SHOP-2.34, SHOP-2.40)', async () => {
    await open();
    expect([cartPanel(), checkout()]).toEqual([null, null]);
    expect(document.body.style.overflow).toBe('');
    await openCart();
    await waitFor(() => expect(document.body.style.overflow).toBe('hidden'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(cartPanel()).toBeNull());
    await waitFor(() => expect(document.body.style.overflow).toBe(''));
  });

  it('the panel has a title, the items, the total and two buttons; empty it says so (SHOP-2.35, SHOP-2.38)', async () => {
    await open();
    await openCart();
    for (const name of ['Checkout Now', 'Clear Cart'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('Total').parentElement?.textContent).toContain('$19.99');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }));
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
  });

  it('checkout opens at once and the cart closes 100 ms later (SHOP-2.42, SHOP-2.55, SHOP-9.25)', async () => {
    await open();
    await openCart();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    act(() => screen.getByRole('button', { name: 'Checkout Now' }).click());
    expect([cartIsOpen(), checkoutIsOpen()]).toEqual([true, true]);
    act(() => jest.advanceTimersByTime(CART_CLOSE_DELAY_MS - 1));
    expect(cartIsOpen()).toBe(true);
    act(() => jest.advanceTimersByTime(1));
    expect([cartIsOpen(), checkoutIsOpen()]).toEqual([false, true]);
    jest.useRealTimers();
    expect(await screen.findByRole('dialog', { name: 'Checkout' })).toBeTruthy();
  });

  it('escape closes the checkout if it is open, otherwise the cart (SHOP-2.39)', async () => {
    await open();
    await openCart();
    // Within the 100 ms both are open.
    act(() => useCheckoutFlag.getState().open());
    await userEvent.keyboard('{Escape}');
    expect([cartIsOpen(), checkoutIsOpen()]).toEqual([true, false]);
    await userEvent.keyboard('{Escape}');
    expect([cartIsOpen(), checkoutIsOpen()]).toEqual([false, false]);
    act(() => useCheckoutFlag.getState().open());
    await screen.findByRole('dialog', { name: 'Checkout' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(checkout()).toBeNull());
  });

  it('custom coins that are gone can be taken out in the checkout, and lowered while some are left (OWN-66)', async () => {
    const coins = product({ id: 9, name: 'Coins', category: 'coins', isCustom: true, stock: 0 });
    let left = 40_000_000;
    mockServer({
      'GET /api/products': () => fakeResponse([coins]),
      'GET /api/coin-stock': () => fakeResponse({ coinStock: left }),
      'GET /api/payments/methods': () => fakeResponse(paymentMethodsAnswer('card')),
    });
    useCart.setState({ items: [toCartItem(coins, 1, 100)] });
    const { client } = await open();
    act(() => useCheckoutFlag.getState().open());
    await userEvent.click(await screen.findByRole('button', { name: /^Take 40M/ }));
    expect(useCart.getState().items).toMatchObject([{ id: 9, customAmount: '40' }]);
    left = 0;
    await act(() => client.invalidateQueries());
    await userEvent.click(await screen.findByRole('button', { name: 'Remove it' }));
    expect(useCart.getState().items).toEqual([]);
  });

  it('an empty cart opens no checkout and says why (SHOP-2.42, SHOP-8.10)', async () => {
    useCart.setState({ items: [] });
    const { toasts } = await open();
    await openCart();
    await userEvent.click(screen.getByRole('button', { name: 'Checkout Now' }));
    expect(toasts).toMatchObject([{ kind: 'error', title: 'Cart is empty' }]);
    expect(checkoutIsOpen()).toBe(false);
    expect(cartIsOpen()).toBe(true);
  });

  it('opens again for who comes back from signing in with goods (SHOP-2.12)', async () => {
    const { at } = await open('/?tab=items#checkout');
    expect(await screen.findByRole('dialog', { name: 'Checkout' })).toBeTruthy();
    expect(at()).toBe('/?tab=items');
  });

  it('what another tab does to the cart shows in the open panel', async () => {
    const stop = syncCartAcrossTabs();
    await open();
    await openCart();
    const others = { items: [{ ...toCartItem(wings, 4) }], settled: [] };
    localStorage.setItem(CART_KEY, JSON.stringify({ version: 1, state: others }));
    act(() => void dispatchEvent(new StorageEvent('storage', { key: CART_KEY })));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('4'));
    stop();
  });
});

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [999, '99+'],
])('%d pieces read %s on the badge (SHOP-2.34, SHOP-9.9)', async (quantity, text) => {
  useCart.setState({ items: [toCartItem(wings, quantity)] });
  await open();
  const button = screen.getByRole('button', { name: new RegExp(`\\b${quantity}\\b`) });
  expect(button.textContent).toBe(text);
});

it('the celebration shows over any page whenever its state is set, and goes (SHOP-2.13)', async () => {
  await open('/anywhere');
  expect(document.querySelector('[data-celebration]')).toBeNull();
  act(() => useCelebration.getState().celebratePoints(42));
  expect(await screen.findByText('+42')).toBeTruthy();
});

it('a preview of points reaches the celebration as one', async () => {
  await open();
  act(() => useCelebration.getState().celebratePoints(42, true));
  expect(await screen.findByText(/^A preview/)).toBeTruthy();
});
