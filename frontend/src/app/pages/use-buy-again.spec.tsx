import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import type { Product } from '@pax/contracts';
import { useCart } from '../../features/market/cart/cart-store';
import { COIN_STOCK, PRODUCTS } from '../../lib/http/query-keys';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { startCatalogue } from '../../start/start-catalogue';
import { useBuyAgain, type FormerLine } from './use-buy-again';

beforeEach(() => {
  useCart.setState({ items: [], settled: [], placed: [], isOpen: false });
});

const custom = (stock: number) =>
  product({ id: 8, name: 'Custom Coins', isCustom: true, coinValue: null, stock });

/** The function on a page whose server sells the given products. */
async function withProducts(products: readonly Product[], coinStock = 500_000_000) {
  mockServer({
    'GET /api/products': () => fakeResponse(products),
    'GET /api/coin-stock': () => fakeResponse({ coinStock }),
  });
  await startCatalogue();
  let current: ReturnType<typeof useBuyAgain>;
  function Ask() {
    current = useBuyAgain();
    return null;
  }
  const { client, toasts } = await renderPage(<Ask />);
  await act(async () => {
    client.setQueryData(PRODUCTS, products);
    client.setQueryData(COIN_STOCK, { coinStock });
  });
  await waitFor(() => expect(current).toBeDefined());
  const buyAgain = (...lines: FormerLine[]) => act(async () => current?.(lines));
  return { buyAgain, toasts };
}

const wings: FormerLine = { id: 1, name: 'Wings', quantity: 2 };
const coins: FormerLine = { id: 8, name: 'Custom Coins', quantity: 1, customAmount: 25 };
const cart = () =>
  useCart.getState().items.map(({ id, quantity, customAmount }) => [id, Number(customAmount ?? quantity)]);

describe('buying the same again (OWN-1482)', () => {
  it('puts pieces and coins into the cart and opens it, without words where nothing is missing', async () => {
    const { buyAgain, toasts } = await withProducts([product(), custom(500)]);
    await buyAgain(wings, coins);
    expect(cart()).toEqual([
      [1, 2],
      [8, 25],
    ]);
    expect(useCart.getState().isOpen).toBe(true);
    expect(toasts).toEqual([]);
  });

  it('pressed twice doubles nothing; a line that holds more keeps it, one that holds less is filled up', async () => {
    const { buyAgain } = await withProducts([product(), custom(500)]);
    await buyAgain(wings, coins);
    await buyAgain(wings, coins);
    expect(cart()).toEqual([
      [1, 2],
      [8, 25],
    ]);
    await buyAgain({ ...wings, quantity: 3 }, { ...coins, customAmount: 10 });
    expect(cart()).toEqual([
      [1, 3],
      [8, 25],
    ]);
  });

  it('says what is no longer sold, what is sold out and what is fewer', async () => {
    const { buyAgain, toasts } = await withProducts([
      product({ stock: 1 }),
      product({ id: 2, name: 'Totem', stock: 0, isOutOfStock: true }),
      product({ id: 3, name: 'Beacon' }),
    ]);
    await buyAgain(
      wings,
      { id: 2, name: 'Totem', quantity: 1 },
      { id: 3, name: 'Beacon', quantity: 1 },
      { id: 9, name: 'Crown', quantity: 1 },
    );
    expect(cart()).toEqual([
      [1, 1],
      [3, 1],
    ]);
    expect(toasts).toEqual([
      {
        title: 'Not everything is in your cart',
        description: 'No longer sold: Crown. Sold out: Totem. Fewer left than last time: Wings.',
      },
    ]);
  });

  it('leaves the cart alone where nothing is left, and names three of many', async () => {
    const { buyAgain, toasts } = await withProducts([product()]);
    await buyAgain(
      ...['A', 'B', 'C', 'D', 'E'].map((name, place) => ({ id: place + 20, name, quantity: 1 })),
    );
    expect(cart()).toEqual([]);
    expect(useCart.getState().isOpen).toBe(false);
    expect(toasts).toMatchObject([
      { title: 'None of it is sold right now', description: 'No longer sold: A, B, C +2.', kind: 'error' },
    ]);
  });
});
