import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Product } from '@pax/contracts';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { COIN_STOCK, PRODUCTS } from '../../../lib/http/query-keys';
import { waitForNextTask } from '../../../lib/browser/scheduling';
import { mockServer } from '../../../test/mock-server';
import { product } from '../../../test/product';
import { renderPage } from '../../../test/render-page';
import { toCartItem } from './cart-items';
import { useCart } from './cart-store';
import { CartChangeToasts } from './cart-change-toasts';

const wings = product({ id: 7 });
const coins = product({ id: 2, name: '10M Coins', category: 'coins', coinValue: 10_000_000 });

beforeEach(() => {
  localStorage.clear();
  useCart.setState({ items: [toCartItem(wings, 2), toCartItem(coins, 3)], settled: [], isOpen: false });
});

/** The watch beside a cart that can be opened and closed. */
function Page({ isOpen: isOpenFirst }: { readonly isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close cart' : 'Open cart'}
      </button>
      <CartChangeToasts quiet={isOpen} />
    </>
  );
}

async function watch(quiet = false) {
  const calls = mockServer({});
  // As in the app, the messages are loaded before the watch starts.
  await renderPage(<div />);
  const { client, toasts } = await renderPage(<Page isOpen={quiet} />);
  const list = (products: Product[], coinStock = 750_000_000) =>
    act(async () => {
      client.setQueryData(COIN_STOCK, { coinStock });
      client.setQueryData(PRODUCTS, products);
      // The query cache notifies listeners in the next task.
      await waitForNextTask();
    });
  await list([wings, coins]);
  return { list, toasts, calls };
}

const soldOut = { ...wings, stock: 0, isOutOfStock: true };

describe('what happens to goods in a closed cart', () => {
  it('shows a toast at once: sold out', async () => {
    const { list, toasts, calls } = await watch();
    expect(toasts).toEqual([]);
    await list([soldOut, coins]);
    expect(toasts).toMatchObject([
      {
        kind: 'error',
        title: 'Sold out in your cart',
        description: 'Wings: open the cart to see what changed.',
      },
    ]);
    // It listens and asks for nothing.
    expect(calls).toEqual([]);
  });

  it('shows no toast for the shopper’s own change, but for others’', async () => {
    const { list, toasts } = await watch();
    await act(async () => useCart.getState().setQuantity(wings.id, 50));
    expect(toasts).toEqual([]);
    await act(async () => useCart.getState().setQuantity(coins.id, 75));
    await list([{ ...wings, stock: 4 }, coins]);
    expect(toasts.map(({ title }) => title)).toEqual(['Your cart has changed']);
  });

  it('is shown once, and again when it differs', async () => {
    const { list, toasts } = await watch();
    await list([{ ...wings, stock: 1 }, coins]);
    await list([{ ...wings, stock: 1 }, { ...coins }]);
    expect(toasts.map(({ title }) => title)).toEqual(['Your cart has changed']);
    await list([coins]);
    expect(toasts.map(({ title }) => title)).toEqual(['Your cart has changed', 'No longer sold']);
  });

  it('a new price is news, and so is a pool that runs dry', async () => {
    const { list, toasts } = await watch();
    await list([{ ...wings, price: '17.99' }, coins]);
    expect(toasts.at(-1)).toMatchObject({ kind: 'info', title: 'Your cart has changed' });
    await list([{ ...wings, price: '17.99' }, coins], 5_000_000);
    expect(toasts.at(-1)).toMatchObject({
      title: 'Sold out in your cart',
      description: '10M Coins: open the cart to see what changed.',
    });
  });

  it('several at once are one toast', async () => {
    const { list, toasts } = await watch();
    await list([soldOut], 0);
    expect(toasts).toHaveLength(1);
    expect(toasts[0]?.description).toContain('and 1 more');
  });

  it('what was so before it was put in, or came back, is no news', async () => {
    const { list, toasts } = await watch();
    await list([soldOut, coins]);
    await list([wings, coins]);
    act(() => useCart.getState().add(toCartItem(product({ id: 9, name: 'Old' }), 1)));
    expect(toasts).toHaveLength(1);
  });

  it('is left to the cart while that is open', async () => {
    const { list, toasts } = await watch(true);
    await list([soldOut, coins]);
    expect(toasts).toEqual([]);
  });

  it('is no news after the cart that showed it is closed, but what comes then is', async () => {
    const { list, toasts } = await watch(true);
    await list([soldOut, coins]);
    await userEvent.click(screen.getByRole('button', { name: 'Close cart' }));
    expect(toasts).toEqual([]);
    await list([soldOut, { ...coins, price: '1.80' }]);
    expect(toasts.map(({ title }) => title)).toEqual(['Your cart has changed']);
    await userEvent.click(screen.getByRole('button', { name: 'Open cart' }));
    await list([wings, { ...coins, price: '1.90' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Close cart' }));
    await list([soldOut, { ...coins, price: '1.90' }]);
    expect(toasts.map(({ title }) => title)).toEqual(['Your cart has changed', 'Sold out in your cart']);
  });
});
