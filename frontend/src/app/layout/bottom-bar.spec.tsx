import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CurrentUser } from '@pax/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useFreeCoins } from '../../features/account/free-coins/free-coins-open-store';
import { onOpenLoyaltyDashboard } from '../../features/account/loyalty/open-loyalty-dashboard';
import { toCartItem } from '../../features/market/cart/cart-items';
import { useCart } from '../../features/market/cart/cart-store';
import { useLanguage } from '../../i18n/language-store';
import { waitUntilIdle } from '../../lib/browser/scheduling';
import { useTheme } from '../../lib/storage/theme-store';
import { fakeResponse } from '../../test/fake-response';
import { mockMediaQueries } from '../../test/mock-media-queries';
import { mockServer, problemResponse } from '../../test/mock-server';
import { order } from '../../test/order-lists';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { serverInfo } from '../../test/server-info';
import { user } from '../../test/user';
import { BottomBar } from './bottom-bar';

beforeEach(() => {
  localStorage.clear();
  useTheme.setState({ theme: 'dark' });
  useCart.setState({ items: [], isOpen: false });
  useFreeCoins.setState({ isOpen: false });
  jest.spyOn(globalThis, 'scrollTo').mockReturnValue();
});

async function open(me: CurrentUser | null, address = '/', more: Parameters<typeof mockServer>[0] = {}) {
  const calls = mockServer({
    'GET /api/auth/me': () => (me ? fakeResponse(me) : problemResponse(401, 'UNAUTHENTICATED', 'no')),
    'GET /api/discord/server-info': () =>
      fakeResponse(serverInfo({ inviteLink: 'https://discord.example/in', joinReward: true })),
    'GET /api/orders': () => fakeResponse([]),
    ...more,
  });
  const page = await renderPage(<BottomBar />, address);
  return { ...page, calls, bar: within(screen.getByRole('navigation', { name: 'Quick navigation' })) };
}

const openSheet = async (name = 'Me') => {
  await userEvent.click(screen.getByRole('button', { name: 'Me' }));
  return within(await screen.findByRole('dialog', { name }));
};

describe('the bottom bar (OWN-1420)', () => {
  it('leads to market, rewards, cart, orders and the rest', async () => {
    const { at, bar } = await open(null, '/support');
    const names = [...screen.getByRole('navigation').children].map(({ textContent }) => textContent.trim());
    expect(names).toEqual(['Market', 'Rewards', 'Cart', 'Orders', 'Me']);
    const dashboards: string[] = [];
    const stop = onOpenLoyaltyDashboard((tab) => dashboards.push(tab));
    await userEvent.click(bar.getByRole('button', { name: 'Rewards' }));
    stop();
    expect(dashboards).toEqual(['overview']);
    await userEvent.click(bar.getByRole('button', { name: 'Cart, empty' }));
    expect(useCart.getState().isOpen).toBe(true);
    await userEvent.click(bar.getByRole('link', { name: 'Orders' }));
    expect(at()).toBe('/account');
    await userEvent.click(bar.getByRole('link', { name: 'Market' }));
    expect(at()).toBe('/');
  });

  it.each([
    ['/', 'Market'],
    ['/?category=items', 'Market'],
    ['/account', 'Orders'],
    ['/account?tab=orders', 'Orders'],
    ['/account?tab=profile', undefined],
    ['/account?tab=nonsense', 'Orders'],
    ['/account#discord', undefined],
    ['/support', undefined],
  ])('marks at %s the entry %s', async (address, name) => {
    await open(null, address);
    const marked = document.querySelectorAll('nav [aria-current=page]');
    expect([...marked].map(({ ariaLabel }) => ariaLabel)).toEqual(name === undefined ? [] : [name]);
  });

  it('counts pieces in the cart, and orders that are not delivered', async () => {
    useCart.setState({ items: [toCartItem(product({ id: 7 }), 120)] });
    const orders = (['pending', 'processing', 'completed', 'archived', 'cancelled'] as const).map(
      (status, place) => order({ id: place + 1, status }),
    );
    const { bar } = await open(user(), '/', { 'GET /api/orders': () => fakeResponse(orders) });
    expect(bar.getByRole('button', { name: 'Cart, 120 pieces' }).textContent).toBe('Cart 99+');
    await bar.findByRole('link', { name: 'Orders, 2 on their way' });
  });

  it('asks for no orders of a visitor, nor in a wide window, where it is not shown', async () => {
    for (const me of [null, user()]) {
      const restore = mockMediaQueries(me ? '1024px' : '');
      const { calls, client } = await open(me);
      await waitUntilIdle();
      await waitFor(() => expect(client.isFetching()).toBe(0));
      expect(calls.map(({ call }) => call)).not.toContain('GET /api/orders');
      cleanup();
      restore();
    }
  });
});

describe('the sheet "Me"', () => {
  it('has the four acts of the floating menu, free coins and the sign-in (SHOP-2.28)', async () => {
    const { at } = await open(null, '/support');
    const acts = within((await openSheet()).getByRole('list', { name: 'Quick actions' }));
    const chat = acts.getByRole('link', { name: 'Chat support' });
    await waitFor(() => expect(chat.getAttribute('href')).toBe('https://discord.example/in'));
    await userEvent.click(acts.getByRole('button', { name: 'Wishlist' }));
    expect(at()).toBe('/?wishlist=1');
    await userEvent.click((await openSheet()).getByRole('button', { name: 'Cart' }));
    expect(useCart.getState().isOpen).toBe(true);
    await userEvent.click((await openSheet()).getByRole('button', { name: 'Free Coins' }));
    expect(useFreeCoins.getState().isOpen).toBe(true);
    await userEvent.click((await openSheet()).getByRole('button', { name: 'Scroll to top' }));
    expect(globalThis.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    await userEvent.click((await openSheet()).getByRole('link', { name: 'Sign In' }));
    expect(at()).toBe('/login?next=%2F%3Fwishlist%3D1');
  });

  it('leads to profile and tickets, to the panel who may, and out', async () => {
    const { at, calls } = await open(user({ username: 'nova', isAuthorizedUser: true }), '/', {
      'POST /api/auth/logout': () => fakeResponse({ success: true }),
    });
    await screen.findByRole('button', { name: 'Me' });
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('GET /api/orders'));
    await userEvent.click((await openSheet('nova')).getByRole('link', { name: 'Profile' }));
    expect(at()).toBe('/account?tab=profile');
    await userEvent.click((await openSheet('nova')).getByRole('link', { name: 'Support tickets' }));
    expect(at()).toBe('/account?tab=support');
    await userEvent.click((await openSheet('nova')).getByRole('link', { name: 'Admin' }));
    expect(at()).toBe('/admin');
    await userEvent.click((await openSheet('nova')).getByRole('button', { name: 'Abmelden' }));
    await waitFor(() => expect(at()).toBe('/login'));
  });

  it('changes theme and language', async () => {
    await open(null);
    const sheet = await openSheet();
    await userEvent.click(sheet.getByRole('radio', { name: 'Light' }));
    expect(useTheme.getState().theme).toBe('light');
    await userEvent.click(sheet.getByRole('radio', { name: 'Deutsch' }));
    await sheet.findByText('Farbschema');
    await waitFor(() => expect(useLanguage.getState().language).toBe('de'));
    await userEvent.click(sheet.getByRole('radio', { name: 'Pax-Mischung' }));
    await waitFor(() => expect(useLanguage.getState().language).toBe('mix'));
  });
});
