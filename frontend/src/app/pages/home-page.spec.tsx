import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Product } from '@pax/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useCart } from '../../features/market/cart/cart-store';
import { useRecentlyViewed } from '../../features/market/home/recently-viewed-store';
import { useWishlist } from '../../features/market/catalog/wishlist-store';
import { startCatalogue } from '../../start/start-catalogue';
import { COIN_STOCK, PRODUCTS } from '../../lib/http/query-keys';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { mockMediaQueries } from '../../test/mock-media-queries';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { referralStats } from '../../test/loyalty';
import { user } from '../../test/user';
import { HomePage } from './home-page';
import { serverInfo } from '../../test/server-info';

const coins = product({
  id: 1,
  name: '10M Coins',
  price: '1.70',
  category: 'coins',
  coinValue: 10_000_000,
  stock: 43,
});
const custom = product({
  id: 6,
  name: 'Custom Coins',
  price: '0.17',
  category: 'coins',
  isCustom: true,
  stock: 435,
});
const wings = product({ id: 7, name: 'Elytra', price: '17.99', stock: 21 });
const trident = product({ id: 10, name: 'Storm Trident', price: '8.99', stock: 9 });
const kit = product({ id: 23, name: 'Starter Kit', price: '3.99', category: 'armor', stock: 80 });
const goods = [coins, custom, wings, trident, kit];

beforeEach(() => {
  localStorage.clear();
  useCart.setState({ items: [], settled: [], isOpen: false });
  useWishlist.setState({ items: [] });
  useRecentlyViewed.setState({ items: [] });
  jest.spyOn(globalThis, 'scrollTo').mockReturnValue();
});

type Answers = Parameters<typeof mockServer>[0];

async function visit(address = '/', answers: Answers = {}) {
  const calls = mockServer({
    'GET /api/products': () => fakeResponse(goods),
    'GET /api/coin-stock': () => fakeResponse({ coinStock: 435_000_000 }),
    'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'no'),
    'GET /api/discord/server-info': () =>
      fakeResponse(serverInfo({ inviteLink: 'https://discord.example/in' })),
    ...answers,
  });
  await startCatalogue();
  const page = await renderPage(<HomePage />, address);
  return { ...page, calls };
}

const card = async (name: string) => {
  const found = (await screen.findByRole('heading', { level: 3, name: new RegExp(name) })).closest('article');
  if (!found) throw new Error(`No card of ${name}`);
  return within(found);
};
const names = () => screen.queryAllByRole('heading', { level: 3 }).map((title) => title.textContent?.trim());
const stat = async (label: string) =>
  (await screen.findByText(label)).parentElement?.querySelector('dd')?.textContent;

describe('the market', () => {
  it('is a trading market with four tabs and their badges (SHOP-1.4, SHOP-2.1, SHOP-2.20, SHOP-2.21)', async () => {
    await visit();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trading market');
    const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(tabs).toEqual(['MoneyInstant Delivery!', 'Items', 'Bases1', 'Armor/KitsSALE']);
  });

  it('reads goods and pool from the server (SHOP-7.11, SHOP-7.12, SHOP-9.32)', async () => {
    const { calls } = await visit();
    await card('10M Coins');
    expect(calls.map(({ call }) => call)).toEqual(
      expect.arrayContaining(['GET /api/products', 'GET /api/coin-stock']),
    );
    const gauge = await screen.findByRole('meter', { name: 'Coin pool' });
    expect(gauge.getAttribute('aria-valuetext')).toBe('435M coins ready to buy');
  });

  it('names the category over its goods, for who hears the page (OWN-171)', async () => {
    await visit('/?category=items');
    const elytra = await screen.findByRole('heading', { level: 3, name: /Elytra/ });
    const title = screen.getByRole('heading', { level: 2, name: 'Items' });
    expect(title.compareDocumentPosition(elytra)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('has search, sort, wishlist toggle and grid; a visitor can use them all (SHOP-1.3, SHOP-2.24, SHOP-9.34)', async () => {
    await visit('/?category=items');
    await card('Elytra');
    expect(names()).toEqual(['Storm Trident', 'Elytra']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price: high to low');
    expect(names()).toEqual(['Elytra', 'Storm Trident']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search goods' }), 'STARTER');
    await waitFor(() => expect(names()).toEqual(['Starter Kit']));
  });

  it('keeps a wishlist, shows a toast per change and can show it alone (SHOP-2.25, SHOP-8.14)', async () => {
    const { toasts } = await visit('/?category=items');
    await userEvent.click((await card('Elytra')).getByRole('button', { name: 'Add Elytra to the wishlist' }));
    expect(await stat('Wishlist')).toContain('1');
    await userEvent.click(screen.getByRole('button', { name: 'Wishlist only' }));
    expect(names()).toEqual(['Elytra']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Elytra from the wishlist' }));
    expect(toasts.map(({ title }) => title)).toEqual(['Added to Wishlist', 'Removed from Wishlist']);
    expect(screen.getByText('Wishlist empty')).toBeTruthy();
  });

  it('adds from a card with a toast; the strip updates (SHOP-2.22, SHOP-8.13, SHOP-1.6)', async () => {
    const { toasts } = await visit('/?category=items');
    const elytra = await card('Elytra');
    await userEvent.click(elytra.getByRole('button', { name: 'One more' }));
    await userEvent.click(elytra.getByRole('button', { name: 'Add Elytra to the cart' }));
    expect(useCart.getState().items).toMatchObject([{ id: 7, quantity: 2 }]);
    expect(toasts).toMatchObject([{ title: 'Added to Cart!', kind: 'success' }]);
    expect(await stat('Items in cart')).toContain('2');
    expect(await stat('Cart value')).toContain('$35.98');
    expect(await stat('Active players')).toBe('200k+');
  });

  it('adds custom coins from the details, with a toast of their own; without an amount it asks (SHOP-5.17, SHOP-8.13)', async () => {
    const { toasts } = await visit('/?product=6');
    const dialog = within(await screen.findByRole('dialog', { name: /Custom Coins/ }));
    const amount = dialog.getByRole('textbox', { name: 'Amount in millions' });
    await userEvent.clear(amount);
    await userEvent.click(dialog.getByRole('button', { name: /^Add to cart/ }));
    await userEvent.type(amount, '120');
    await userEvent.click(dialog.getByRole('button', { name: /^Add to cart/ }));
    expect(toasts).toMatchObject([
      {
        title: 'Missing Information',
        description: 'Please enter a custom amount for this product',
        kind: 'error',
      },
      { title: 'Item Added Successfully!', kind: 'success' },
    ]);
    expect(useCart.getState().items).toMatchObject([{ id: 6, customAmount: '120' }]);
  });

  it('shows the details of a card’s product; going back closes them (SHOP-2.30)', async () => {
    const { at } = await visit('/?category=items');
    await userEvent.click((await card('Elytra')).getByRole('button', { name: /^Elytra/ }));
    expect(await screen.findByRole('dialog', { name: /Elytra/ })).toBeTruthy();
    expect(at()).toBe('/?category=items&product=7');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(at()).toBe('/?category=items'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says so when the asked product is not for sale (any more)', async () => {
    const { at, toasts } = await visit('/?product=999');
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['No longer for sale']));
    // The address follows with the next drawing.
    await waitFor(() => expect(at()).toBe('/'));
  });
});

describe('ways of seeing nothing (SHOP-2.29)', () => {
  it('no bases', async () => {
    await visit('/?category=bases');
    expect(await screen.findByText('No bases available')).toBeTruthy();
  });
  it('nothing found', async () => {
    await visit('/?q=zzz');
    expect(await screen.findByText('No products found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    await card('10M Coins');
  });
  it('an empty wishlist', async () => {
    await visit('/?wishlist=1');
    expect(await screen.findByText('Wishlist empty')).toBeTruthy();
  });
  it('goods still loading, and loading for long', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    await visit('/', { 'GET /api/products': () => new Promise<Response>(() => undefined) });
    expect(screen.getByText('Loading products')).toBeTruthy();
    await act(async () => jest.advanceTimersByTimeAsync(5_940));
    expect(screen.queryByText('This takes longer than usual.')).toBeNull();
    await act(async () => jest.advanceTimersByTimeAsync(120));
    expect(screen.getByText('This takes longer than usual.')).toBeTruthy();
    jest.useRealTimers();
  });
  it('an error, tried again by hand', async () => {
    let isDown = true;
    await visit('/', {
      'GET /api/products': () => (isDown ? problemResponse(500, 'INTERNAL', 'x') : fakeResponse(goods)),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The goods could not be loaded');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await card('10M Coins');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('live', () => {
  const change = (id: number, now: Partial<Product>) => (list: Product[] | undefined) =>
    list?.map((other) => (other.id === id ? { ...other, ...now } : other));

  it('stock and price change in the card, and the price ticks (OWN-171)', async () => {
    const { client } = await visit('/?category=items');
    const elytra = await card('Elytra');
    act(() => void client.setQueryData<Product[]>(PRODUCTS, change(7, { price: '15.49', stock: 4 })));
    expect(await elytra.findAllByText('$15.49')).not.toHaveLength(0);
    expect(document.querySelector('[data-product="7"] [data-change=down]')).not.toBeNull();
    expect(elytra.getByText('Only 4 left')).toBeTruthy();
    act(() => void client.setQueryData<Product[]>(PRODUCTS, change(7, { stock: 0, isOutOfStock: true })));
    expect(await elytra.findByRole('button', { name: 'Tell me when Elytra is back' })).toBeTruthy();
  });

  it('pool and price change in open details; the chosen amount follows what is left (SHOP-5.14, SHOP-5.16)', async () => {
    const { client } = await visit('/?product=1');
    const dialog = within(await screen.findByRole('dialog', { name: /10M Coins/ }));
    const count = dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' });
    await userEvent.clear(count);
    await userEvent.type(count, '40');
    act(() => void client.setQueryData(COIN_STOCK, { coinStock: 55_000_000 }));
    await waitFor(() => expect(count.value).toBe('5'));
    act(() => void client.setQueryData<Product[]>(PRODUCTS, change(1, { price: '2.00' })));
    expect(await dialog.findByRole('button', { name: 'Add to cart · $10.00' })).toBeTruthy();
  });

  it('the gauge of the Money tab follows the pool', async () => {
    const { client } = await visit();
    const gauge = await screen.findByRole('meter', { name: 'Coin pool' });
    const shown = () => [gauge.getAttribute('aria-valuenow'), gauge.getAttribute('aria-valuetext')];
    expect(shown()).toEqual(['435000000', '435M coins ready to buy']);
    act(() => void client.setQueryData(COIN_STOCK, { coinStock: 120_000_000 }));
    await waitFor(() => expect(shown()).toEqual(['120000000', '120M coins ready to buy']));
  });

  it('a product no longer sold closes its details and shows a toast', async () => {
    const { client, toasts } = await visit('/?product=7');
    await screen.findByRole('dialog', { name: /Elytra/ });
    act(() => void client.setQueryData<Product[]>(PRODUCTS, (list) => list?.filter(({ id }) => id !== 7)));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['No longer for sale']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('below the goods', () => {
  it('stand the products viewed last: openable, clearable, never one no longer sold (SHOP-2.23)', async () => {
    useRecentlyViewed.setState({
      items: [wings, product({ id: 404, name: 'Old Boat' })].map(({ id, name, price, image, category }) => ({
        id,
        name,
        price,
        image,
        category,
        viewedAt: '2025-11-03T20:15:00.000Z',
      })),
    });
    const { at } = await visit();
    const strip = within(await screen.findByRole('region', { name: 'Recently viewed' }));
    expect(strip.getAllByRole('listitem')).toHaveLength(1);
    expect(useRecentlyViewed.getState().items.map(({ id }) => id)).toEqual([7]);
    await userEvent.click(strip.getByRole('button', { name: /^Elytra/ }));
    await waitFor(() => expect(at()).toBe('/?product=7'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(strip.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull();
  });

  it('opening details puts them first in the strip (SHOP-2.23)', async () => {
    await visit('/?product=7');
    await waitFor(() => expect(useRecentlyViewed.getState().items).toMatchObject([{ id: 7 }]));
  });

  it('stand ten reviews with rating and text, labelled as the shop’s selection (SHOP-2.26, SHOP-3.7)', async () => {
    await visit();
    const reviews = within(await screen.findByRole('region', { name: 'What players say' }));
    const each = reviews.getAllByRole('listitem');
    expect(each).toHaveLength(10);
    for (const review of each) {
      expect(within(review).getByRole('img', { name: /^[1-5] of 5 stars$/ })).toBeTruthy();
      expect(review.querySelector('blockquote')?.textContent?.length).toBeGreaterThan(10);
      // What it is about, and its category.
      expect(review.textContent).toMatch(/About \S.*(Money|Items|Bases|Armor\/Kits)$/);
    }
    expect(reviews.getByText(/Not verified/)).toBeTruthy();
  });

  it('stand before them the reviews of buyers, with average and hidden ones (OWN-1514)', async () => {
    const script = '<img src=x onerror="window.ran=1">';
    const review = {
      id: 3,
      rating: 2,
      text: script + 'x'.repeat(960),
      productName: 'Elytra',
      category: 'items',
      createdAt: '2026-11-21T10:00:00.000Z',
    };
    await visit('/', {
      'GET /api/reviews': () => fakeResponse([review, { ...review, id: 2, text: 'Short' }]),
      'GET /api/reviews/summary': () => fakeResponse({ count: 24, average: 4.6, hidden: 1 }),
    });
    const reviews = within(await screen.findByRole('region', { name: 'What players say' }));
    await waitFor(() => expect(reviews.getAllByRole('listitem')).toHaveLength(12));
    const [long, short, own] = reviews.getAllByRole('listitem');
    expect(long?.textContent).toMatch(
      /^Verified purchase<img src=x .*x …Read it allAbout Elytra21\.11\.2026Items$/,
    );
    expect(long?.querySelector('img')).toBeNull();
    await userEvent.click(within(long!).getByRole('button', { name: 'Read it all' }));
    expect(long?.querySelector('blockquote')?.textContent).toBe(review.text);
    expect(short?.textContent).toContain('Short');
    expect(own?.textContent).toMatch(/^Picked by the shop/);
    reviews.getByText('4.6 of 5 from 24 ratings');
    reviews.getByText('1 review hidden');
    expect(reviews.queryByText(/Not verified/)).toBeNull();
  });

  it('stands the referral programme, leading a visitor on (SHOP-2.27)', async () => {
    await visit();
    const section = within(await screen.findByRole('region', { name: 'Bring a friend to the market' }));
    await waitFor(() => expect(section.getByRole('link').getAttribute('href')).toBe('/login'));
  });

  it('shows a customer the own referral code without asking for the profile (SHOP-7.13)', async () => {
    const copied = jest.fn<(text: string) => Promise<void>>(async () => undefined);
    await visit('/', {
      'GET /api/auth/me': () => fakeResponse(user()),
      'GET /api/referrals/stats': () => fakeResponse(referralStats({ referralCode: 'PAXNOVA42' })),
    });
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    const section = within(await screen.findByRole('region', { name: 'Bring a friend to the market' }));
    expect((await section.findByLabelText('Your referral code')).textContent).toBe('PAXNOVA42');
    await userEvent.click(section.getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith('PAXNOVA42');
    expect(await section.findByRole('button', { name: 'Copied' })).toBeTruthy();
  });

  it('makes a customer without a code one on request, and says when that fails', async () => {
    const made = [
      () => problemResponse(500, 'INTERNAL', 'no'),
      () => fakeResponse({ referralCode: 'PAXQ7Q7Q7' }),
    ];
    await visit('/', {
      'GET /api/auth/me': () => fakeResponse(user()),
      'GET /api/referrals/stats': () => fakeResponse(referralStats()),
      'POST /api/referrals/generate-code': () => (made.shift() ?? (() => fakeResponse('')))(),
    });
    const section = within(await screen.findByRole('region', { name: 'Bring a friend to the market' }));
    await userEvent.click(await section.findByRole('button', { name: 'Get your code' }));
    expect((await section.findByRole('alert')).textContent).toContain('could not be loaded');
    await userEvent.click(section.getByRole('button', { name: 'Get your code' }));
    expect((await section.findByLabelText('Your referral code')).textContent).toBe('PAXQ7Q7Q7');
  });

  it('floats a menu in a wide window: top, chat support, wishlist, cart (SHOP-2.28)', async () => {
    mockMediaQueries('1024px');
    const { at } = await visit('/?category=items');
    const open = async () =>
      await userEvent.click(await screen.findByRole('button', { name: 'Open quick actions' }));
    await open();
    const menu = within(screen.getByRole('list', { name: 'Quick actions' }));
    expect(menu.getByRole('link', { name: 'Chat support' }).getAttribute('href')).toBe(
      'https://discord.example/in',
    );
    await userEvent.click(menu.getByRole('button', { name: 'Scroll to top' }));
    expect(globalThis.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Cart' }));
    expect(useCart.getState().isOpen).toBe(true);
    await open();
    await userEvent.click(
      within(screen.getByRole('list', { name: 'Quick actions' })).getByRole('button', { name: 'Wishlist' }),
    );
    expect(at()).toBe('/?wishlist=1');
  });
});
