import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import type { CurrentUser, HoldLimit, Product } from '@pax/contracts';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { preloadAreas } from '../../../i18n/i18n';
import { useLanguage } from '../../../i18n/language-store';
import { COIN_STOCK, ME, PRODUCTS } from '../../../lib/http/query-keys';
import { createQueryClient } from '../../../lib/http/query-client';
import type { Toast } from '../../../lib/browser/toast';
import { fakeResponse } from '../../../test/fake-response';
import { collectToasts } from '../../../test/collect-toasts';
import { product } from '../../../test/product';
import { renderUi } from '../../../test/render';
import { user } from '../../../test/user';
import { toCartItem } from './cart-items';
import { CartPanel } from './cart-panel';
import { useCart } from './cart-store';
import { quote } from '../../../test/checkout-answer';

const wings = product({ id: 7, originalPrice: '24.99', amount: '1 piece' });
const custom = product({ id: 3, name: 'Custom Coins', category: 'coins', isCustom: true, stock: 750 });
const toasts: Toast[] = [];
let checkouts: number;

// Dialogs render slowly in jsdom.
jest.setTimeout(30_000);

beforeEach(() => {
  localStorage.clear();
  toasts.length = 0;
  checkouts = 0;
  useCart.setState({ items: [], settled: [], isOpen: true });
  collectToasts((toast) => void toasts.push(toast));
});

async function open(products: Product[] = [wings, custom], me: CurrentUser | null = null) {
  const client = createQueryClient();
  client.setQueryData(ME, me);
  client.setQueryData(PRODUCTS, products);
  client.setQueryData(COIN_STOCK, { coinStock: 750_000_000 });
  await renderUi(<div />);
  await preloadAreas('cart', 'shop');
  await renderUi(
    <QueryClientProvider client={client}>
      <CartPanel
        onDrawn={() => undefined}
        onClose={useCart.getState().close}
        onCheckout={() => void (checkouts += 1)}
      />
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog');
  return client;
}

const items = () => useCart.getState().items.map(({ id, quantity }) => [id, quantity]);

describe('CartPanel', () => {
  it('shows name, category, amount, line price and the price before (SHOP-2.36, SHOP-2.37)', async () => {
    useCart.getState().add(toCartItem(wings, 2));
    await open();
    const row = within(screen.getByRole('listitem'));
    for (const text of ['Wings', 'Items', '1 piece', '$39.98', '$49.98'])
      expect(row.getByText(text)).toBeTruthy();
  });

  it('says that the own open checkout holds what is sold out for others, and goes on to pay (OWN-1163)', async () => {
    globalThis.fetch = jest.fn<typeof fetch>(async () =>
      fakeResponse(quote({ held: [{ id: 7, quantity: 1, coins: 0 }] })),
    );
    useCart.getState().add(toCartItem(wings, 1));
    await open([{ ...wings, stock: 0, isOutOfStock: true }], user({ id: 3 }));
    expect(await screen.findByText('Your open checkout holds this for you.')).toBeTruthy();
    expect(screen.queryByText(/Sold out/)).toBeNull();
    expect(screen.queryByText(/marked lines first/)).toBeNull();
  });

  it('shows a member what the tier and the friend’s code save, and the points that the server says (OWN-1422)', async () => {
    const me = user({ id: 3, membershipTier: 'gold', permanentDiscount: 4, referred: true });
    // 2 × $19.99 less 5 % and 4 %.
    globalThis.fetch = jest.fn<typeof fetch>(async () =>
      fakeResponse(quote({ total: '36.38', points: 545 })),
    );
    useCart.getState().add(toCartItem(wings, 2));
    await open([{ ...wings, stock: 20 }], me);
    await screen.findByText('545 points when it is delivered');
    const rows = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['Subtotal$39.98', 'Friend’s code · 5% off−$2.00', 'Gold · 4% off−$1.60']);
    expect(screen.getByText('Total').parentElement?.textContent).toContain('$36.38');
    expect(screen.queryByText(/^Discounts and store credit/)).toBeNull();
  });

  it('asks once for the points of several steps, and keeps the line meanwhile', async () => {
    const asked: number[] = [];
    globalThis.fetch = jest.fn<typeof fetch>(async (_, init) => {
      const body = typeof init?.body === 'string' ? init.body : '';
      const pieces = Number(/"quantity":(\d+)/.exec(body)?.[1]);
      asked.push(pieces);
      return fakeResponse(
        quote({ total: ['0.00', '19.99', '39.98', '59.97', '79.96'][pieces], points: pieces }),
      );
    });
    useCart.getState().add(toCartItem(wings, 2));
    await open([{ ...wings, stock: 20 }], user({ id: 3 }));
    const line = await screen.findByText('2 points when it is delivered');
    expect(line.getAttribute('data-current')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect([line.isConnected, line.getAttribute('data-current')]).toEqual([true, 'false']);
    await screen.findByText('4 points when it is delivered');
    expect([line.isConnected, line.getAttribute('data-current')]).toEqual([true, 'true']);
    // One call for the limits, in which pieces do not count, and one for each quantity that stayed.
    expect(asked.toSorted((one, other) => one - other)).toEqual([1, 2, 4]);
    await userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }));
    expect(line.isConnected).toBe(false);
  });

  it('shows no points that were said for another total', async () => {
    globalThis.fetch = jest.fn<typeof fetch>(async () =>
      fakeResponse(quote({ total: '36.37', points: 545 })),
    );
    useCart.getState().add(toCartItem(wings, 2));
    await open([{ ...wings, stock: 20 }], user({ id: 3, permanentDiscount: 4, referred: true }));
    await screen.findByText('Subtotal');
    expect(screen.queryByText(/points when/)).toBeNull();
  });

  it('says how much a new account may have, why, and takes it, before checkout (OWN-402)', async () => {
    const limits: HoldLimit[] = [
      { id: 7, available: 4, reason: 'new_account', trustedFrom: '35.00' },
      { id: 3, available: 250, reason: 'address', trustedFrom: '35.00' },
    ];
    const asked: unknown[] = [];
    globalThis.fetch = jest.fn<typeof fetch>(async (path, init) => {
      asked.push([path, typeof init?.body === 'string' && JSON.parse(init.body)]);
      return fakeResponse(quote({ limits }));
    });
    useCart.getState().add(toCartItem({ ...wings, stock: 20 }, 5));
    useCart.getState().add(toCartItem(custom, 1, 251));
    await open([{ ...wings, stock: 20 }, custom], user({ id: 3 }));
    const [pieces, coins] = screen.getAllByRole('listitem').map((row) => within(row));
    expect(
      await pieces?.findByText(/orders of \$35\.00 in all are delivered to you: up to 4 at a time/),
    ).toBeTruthy();
    expect(
      coins?.getByText(/share a limit: up to 250M at a time. Delivered orders of \$35\.00 in all lift this/),
    ).toBeTruthy();
    expect(screen.getByText(/marked lines first/)).toBeTruthy();
    // The quantity is not part of the limits request; only the points to come are asked for with quantities.
    const wanted = [
      { id: 7, quantity: 1 },
      { id: 3, quantity: 1, customAmount: 251 },
    ];
    const whole = [
      { id: 7, quantity: 5 },
      { id: 3, quantity: 1, customAmount: 251 },
    ];
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(
      expect.arrayContaining([wanted, whole].map((of) => ['/api/checkout/quote', { items: of }])),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Take 4' }));
    await userEvent.click(screen.getByRole('button', { name: 'Take 250M' }));
    expect(useCart.getState().items).toMatchObject([{ quantity: 4 }, { customAmount: '250' }]);
    expect(screen.queryByText(/marked lines first/)).toBeNull();
  });

  it('asks for no limits of a visitor', async () => {
    globalThis.fetch = jest.fn<typeof fetch>(async () => fakeResponse({}));
    useCart.getState().add(toCartItem(wings, 2));
    await open();
    expect(globalThis.fetch).not.toHaveBeenCalled();
  });

  it('changes the quantity and removes at 0 with a toast (SHOP-4.4, SHOP-8.11)', async () => {
    useCart.getState().add(toCartItem(wings, 1));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect(items()).toEqual([[7, 2]]);
    await userEvent.click(screen.getByRole('button', { name: 'One less' }));
    await userEvent.click(screen.getByRole('button', { name: 'One less' }));
    expect(items()).toEqual([]);
    expect(toasts).toMatchObject([
      { title: 'Item Removed', description: 'Wings has been removed from your cart.' },
    ]);
  });

  it('clears with a toast (SHOP-8.12)', async () => {
    useCart.getState().add(toCartItem(wings, 1));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }));
    expect(items()).toEqual([]);
    expect(toasts[0]?.title).toBe('Cart Cleared');
  });

  it('goes to the checkout, but not with an empty cart, where it is not the main act (SHOP-2.42, SHOP-5.9)', async () => {
    await open();
    const isMain = () => screen.getByRole('button', { name: 'Checkout Now' }).hasAttribute('data-main');
    expect(isMain()).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Checkout Now' }));
    expect(checkouts).toBe(0);
    expect(toasts).toMatchObject([
      {
        kind: 'error',
        title: 'Cart is empty',
        description: 'Add some items to your cart before checking out.',
      },
    ]);
    act(() => useCart.getState().add(toCartItem(wings, 1)));
    expect(isMain()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Checkout Now' }));
    expect(checkouts).toBe(1);
  });

  it('shows at once that something sold out, and takes what is left', async () => {
    useCart.getState().add(toCartItem(wings, 5));
    const client = await open();
    await act(async () => client.setQueryData(PRODUCTS, [{ ...wings, stock: 3 }, custom]));
    expect(await screen.findByText('Only 3 left.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Take 3' }));
    expect(items()).toEqual([[7, 3]]);
    await act(async () =>
      client.setQueryData(PRODUCTS, [{ ...wings, stock: 0, isOutOfStock: true }, custom]),
    );
    expect(await screen.findByText('Sold out while it was in your cart.')).toBeTruthy();
  });

  it('shows at once that a price has changed, in English and German, until it is accepted (OWN-166)', async () => {
    useCart.getState().add(toCartItem(wings, 2));
    const client = await open();
    await act(async () => client.setQueryData(PRODUCTS, [{ ...wings, price: '22.00' }, custom]));
    expect(await screen.findByText(/Now \$22\.00 each, was \$19\.99/)).toBeTruthy();
    await act(() => useLanguage.getState().setLanguage('de'));
    expect(await screen.findByText('Jetzt je 22,00 $, vorher 19,99 $.')).toBeTruthy();
    await act(() => useLanguage.getState().setLanguage('mix'));
    expect(within(screen.getByRole('listitem')).getByText('$44.00')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText(/was \$19\.99/)).toBeNull();
    expect(useCart.getState().items[0]?.price).toBe('22.00');
  });

  it('what disappeared from the shop says so, and the rest can still be bought', async () => {
    useCart.getState().add(toCartItem(wings, 1));
    useCart.getState().add(toCartItem(custom, 1, 250));
    const client = await open();
    await act(async () => client.setQueryData(PRODUCTS, [custom]));
    expect(await screen.findByText('No longer sold. Remove it to go on.')).toBeTruthy();
    expect(screen.getByText(/Look at the marked lines first/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Wings' }));
    expect(screen.queryByText(/Look at the marked lines first/)).toBeNull();
    expect(items()).toEqual([[3, 1]]);
  });

  it('the focus passes on when what had it is removed, and is never lost (OWN-171)', async () => {
    useCart.getState().add(toCartItem(wings, 1));
    useCart.getState().add(toCartItem(custom, 1, 250));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Wings' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Custom Coins' }));
    await userEvent.keyboard('{Enter}');
    expect(items()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Checkout Now' }));
  });

  it('a custom line shows its amount and has no picker (SHOP-9.8)', async () => {
    useCart.getState().add(toCartItem(custom, 1, 250));
    await open();
    const row = within(screen.getByRole('listitem'));
    expect(row.getByText('250M')).toBeTruthy();
    expect(row.getByText('$32.50')).toBeTruthy();
    expect(row.queryByRole('spinbutton')).toBeNull();
  });
});
