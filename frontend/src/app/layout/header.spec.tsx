import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useFreeCoins } from '../../features/account/free-coins/free-coins-open-store';
import { useLanguage } from '../../i18n/language-store';
import { useTheme } from '../../lib/storage/theme-store';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { user } from '../../test/user';
import type { CurrentUser } from '@pax/contracts';
import { Footer } from './footer';
import { Header } from './header';

const INVITE = 'https://discord.example/invite';
const info = { serverName: 'Pax', memberCount: 5, inviteLink: INVITE, joinReward: true };

beforeEach(() => {
  localStorage.clear();
  useTheme.setState({ theme: 'dark' });
  useFreeCoins.setState({ isOpen: false });
});

async function open(me: CurrentUser | null, more: Parameters<typeof mockServer>[0] = {}) {
  const calls = mockServer({
    'GET /api/auth/me': () => (me ? fakeResponse(me) : problemResponse(401, 'UNAUTHENTICATED', 'no')),
    'GET /api/discord/server-info': () => fakeResponse(info),
    ...more,
  });
  const page = await renderPage(
    <>
      <Header />
      <Footer />
    </>,
  );
  return { ...page, calls };
}

describe('header', () => {
  it('says that the shop is in beta (SHOP-1.5)', async () => {
    await open(null);
    expect(within(screen.getByRole('banner')).getByText('Beta')).toBeTruthy();
  });

  it('offers free coins and sends visitors to the sign-in (SHOP-2.15, SHOP-2.16)', async () => {
    const { at } = await open(null);
    await userEvent.click(screen.getByRole('button', { name: 'Free Coins' }));
    expect(useFreeCoins.getState().isOpen).toBe(true);
    await userEvent.click(await screen.findByRole('link', { name: 'Sign In' }));
    expect(at()).toBe('/login');
  });

  it('sends a visitor to the sign-in that leads back to the page and what it shows (OWN-1360)', async () => {
    mockServer({ 'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'no') });
    for (const [address, expected] of [
      ['/?q=steve#reviews', '/login?next=%2F%3Fq%3Dsteve%23reviews'],
      ['/login?mode=register&next=%2Fsupport', '/login?mode=register&next=%2Fsupport'],
    ] as const) {
      await renderPage(<Header />, address);
      const link = await screen.findByRole('link', { name: 'Sign In' });
      expect(link.getAttribute('href')).toBe(expected);
      cleanup();
    }
  });

  it('offers no coins where the operator gives none', async () => {
    await open(null, { 'GET /api/discord/server-info': () => fakeResponse({ ...info, joinReward: false }) });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Free Coins' })).toBeNull());
  });

  it('shows a customer the own name, which leads to the account, and a way out (SHOP-2.17)', async () => {
    const { at } = await open(user({ username: 'nova' }));
    const account = await screen.findByRole('link', { name: 'Account of nova' });
    expect(account.textContent).toContain('nova');
    await userEvent.click(account);
    expect(at()).toBe('/account');
    expect(screen.getByRole('button', { name: 'Abmelden' }).querySelector('[lang=de]')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'leads to the panel exactly when the server says so: %s (SHOP-2.18)',
    async (isAuthorizedUser, doors) => {
      await open(user({ isAuthorizedUser, discordId: '4242' }));
      await screen.findByRole('link', { name: 'Account of nova' });
      const links = screen.queryAllByRole('link', { name: 'Admin' });
      expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(doors).fill('/admin'));
    },
  );

  it('has a menu of light, dark and system (SHOP-2.49)', async () => {
    await open(null);
    await userEvent.click(screen.getByRole('button', { name: 'Theme' }));
    const menu = screen.getByRole('menu', { name: 'Theme' });
    const choices = within(menu).getAllByRole('menuitemradio');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Light', 'Dark', 'System']);
    expect(choices.map(({ ariaChecked }) => ariaChecked)).toEqual(['false', 'true', 'false']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(useTheme.getState().theme).toBe('system');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('switches between the mixture, English and German (OWN-166)', async () => {
    await open(null);
    await userEvent.click(screen.getByRole('button', { name: 'Language' }));
    const names = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
    expect(names).toEqual(['Pax mix', 'English', 'Deutsch']);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }));
    expect(await screen.findByRole('link', { name: 'Anmelden' })).toBeTruthy();
    await act(() => useLanguage.getState().setLanguage('mix'));
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy();
  });
});

describe('signing out', () => {
  it('clears everything, says so in German and goes to the sign-in (SHOP-4.22, SHOP-7.7, SHOP-8.9)', async () => {
    const { at, toasts, client, calls } = await open(user(), {
      'POST /api/auth/logout': () => fakeResponse({ success: true }),
    });
    client.setQueryData(['api', 'orders'], [1]);
    await userEvent.click(await screen.findByRole('button', { name: 'Abmelden' }));
    await waitFor(() => expect(at()).toBe('/login'));
    expect(calls.map(({ call }) => call)).toContain('POST /api/auth/logout');
    expect(client.getQueryData(['api', 'orders'])).toBeUndefined();
    expect(toasts).toMatchObject([
      { title: 'Erfolgreich abgemeldet', description: 'Du wurdest erfolgreich abgemeldet.', kind: 'success' },
    ]);
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy();
  });

  it('that fails shows a German toast and stays signed in (SHOP-4.22, SHOP-8.8)', async () => {
    const { at, toasts } = await open(user(), {
      'POST /api/auth/logout': () => problemResponse(500, 'INTERNAL', 'x'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Abmelden' }));
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts).toMatchObject([{ title: 'Fehler', description: 'Fehler beim Abmelden', kind: 'error' }]);
    expect(at()).toBe('/');
    expect(screen.getByRole('link', { name: 'Account of nova' })).toBeTruthy();
  });
});

describe('footer', () => {
  it('leads to the policies, to help and to the Discord server (SHOP-1.12, SHOP-2.19)', async () => {
    await open(null);
    const foot = screen.getByRole('contentinfo');
    await within(foot).findByRole('link', { name: 'Join our Discord' });
    const targets = within(foot)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(targets).toEqual(
      expect.arrayContaining(['/privacy-policy', '/support', '/terms-of-service', '/refund-policy', INVITE]),
    );
  });
});
