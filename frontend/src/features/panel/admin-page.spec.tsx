import { describe, expect, it, jest } from '@jest/globals';
import type { StaffRight } from '@pax/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { connectionEvents } from '../../lib/realtime/connection-state';
import { fakeResponse } from '../../test/fake-response';
import { problemResponse } from '../../test/mock-server';
import { coinPool, openPanel, panelAdmin } from '../../test/open-panel';
import { order } from '../../test/order-lists';
import { coinsLive } from './coins/coin-queries';

/** What of a link is read out. */
const readOut = (link: HTMLElement): string => {
  const copy = document.createElement('p');
  copy.innerHTML = link.innerHTML;
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
  return copy.textContent;
};
const nobody = () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.');

describe('who may not enter', () => {
  it('a visitor gets the ways to sign in (ADMIN-2.4)', async () => {
    await openPanel({ 'GET /api/admin/check-auth': nobody, 'GET /api/auth/me': nobody });
    const discord = await screen.findByRole('link', { name: 'Mit Discord anmelden' });
    expect(discord.getAttribute('href')).toBe('/api/auth/discord?next=%2Fadmin');
    screen.getByRole('button', { name: 'Admin-Schnellzugang' });
    expect(screen.getByRole('main').contains(screen.getByRole('heading', { level: 1 }))).toBe(true);
  });

  it('somebody without the right sees it in two places (ADMIN-2.5, ADMIN-8.5)', async () => {
    const { toasts, onLogout } = await openPanel({
      'GET /api/admin/check-auth': () =>
        fakeResponse({ ...panelAdmin, isAuthorizedUser: false, role: 'customer' }),
    });
    await screen.findByText('Nur autorisierte Administratoren dürfen diesen Bereich betreten.');
    expect(toasts.map(({ title }) => title)).toEqual(['SECURITY: Access Denied']);
    expect(screen.getByRole('link', { name: 'Zurück zum Shop' }).getAttribute('href')).toBe('/');
    const logout = screen.getByRole('link', { name: 'Abmelden' });
    expect(logout.getAttribute('href')).toBe('/api/auth/logout');
    await userEvent.click(logout);
    expect(onLogout).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an admin’s', ['discord', 'admin-code'], 'Mit Discord anmelden'],
    ['an operator’s', ['admin-code'], null],
  ])(
    '%s account that came by password is offered what opens the panel, without alarm (OWN-346)',
    async (_whose, signInWith, link) => {
      const { toasts } = await openPanel({
        'GET /api/admin/check-auth': () =>
          fakeResponse({ ...panelAdmin, isAuthorizedUser: false, role: 'customer', signInWith }),
      });
      await screen.findByRole('heading', { name: 'Zugriff verweigert' });
      screen.getByText(/mit Passwort angemeldet/);
      const discord = screen.queryByRole('link', { name: 'Mit Discord anmelden' });
      expect(discord?.textContent ?? null).toBe(link);
      screen.getByRole('link', { name: 'Abmelden' });
      await userEvent.click(screen.getByRole('button', { name: 'Admin-Schnellzugang' }));
      await screen.findByLabelText('Code', { selector: 'input' });
      expect(toasts).toEqual([]);
    },
  );

  it.each([
    ['', '/admin'],
    ['?next=%2Faccount%3Ftab%3Dsecurity', '/account?tab=security'],
    ['?next=%2F%2Felsewhere.example', '/'],
  ])('somebody who has to pass the second step at /admin%s does so and is at %s', async (asked, end) => {
    let hasPassed = false;
    const answers: Parameters<typeof openPanel>[0] = {
      'GET /api/admin/check-auth': () =>
        fakeResponse(
          hasPassed
            ? panelAdmin
            : {
                isAuthorizedUser: false,
                role: 'customer',
                rights: [],
                blocked: false,
                needsSecondStep: true,
              },
        ),
      'GET /api/account/second-step': () =>
        fakeResponse({
          status: 'pending',
          ways: ['totp'],
          offers: [],
          mayChangeUntil: null,
          totpSince: null,
          passkeys: [],
          recoveryCodesLeft: 0,
          isOwed: false,
        }),
      'POST /api/auth/second-step': () => {
        hasPassed = true;
        return fakeResponse({ success: true });
      },
    };
    const { toasts, reload, at } = await openPanel(answers, `/admin${asked}`);
    await screen.findByRole('heading', { name: 'Zweiter Schritt' });
    screen.getByRole('link', { name: 'Abmelden' });
    // The shop would lead back here.
    expect(screen.queryByRole('link', { name: 'Zurück zum Shop' })).toBeNull();
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Bestätigen' }));
    await waitFor(() => expect(at()).toBe(end));
    if (end === '/admin') await screen.findByRole('heading', { name: 'Bestellungen' });
    expect([toasts, reload.mock.calls]).toEqual([[], []]);
  });

  it('a blocked account sees the alert (ADMIN-2.6)', async () => {
    await openPanel({
      'GET /api/admin/check-auth': () =>
        fakeResponse({ ...panelAdmin, isAuthorizedUser: false, blocked: true }),
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('protokolliert und wird überwacht');
    screen.getByRole('link', { name: 'Zurück zum Shop' });
  });

  it('a check that fails keeps the panel closed and can be repeated (ADMIN-8.6)', async () => {
    let isDown = true;
    const { toasts } = await openPanel({
      'GET /api/admin/check-auth': () =>
        isDown ? fakeResponse('', { status: 500 }) : fakeResponse(panelAdmin),
    });
    const again = await screen.findByRole('button', { name: 'Erneut versuchen' });
    isDown = false;
    await userEvent.click(again);
    await screen.findByRole('heading', { name: 'Bestellungen' });
    expect(toasts.map(({ title }) => title)).toEqual([
      'SECURITY ALERT: Authentication error detected. Access denied.',
    ]);
  });
});

describe('the quick login (ADMIN-8.4, ADMIN-4.14)', () => {
  const enterCode = async (response: () => Response | Promise<Response>) => {
    const page = await openPanel({
      'GET /api/admin/check-auth': nobody,
      'GET /api/auth/me': nobody,
      'POST /api/auth/admin-login': response,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Admin-Schnellzugang' }));
    await userEvent.type(await screen.findByLabelText('Code', { selector: 'input' }), 'one-time');
    await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
    await waitFor(() => expect(page.toasts).toHaveLength(1));
    return page;
  };

  it('loads the page again after a second', async () => {
    const { toasts, reload, calls } = await enterCode(() =>
      fakeResponse({ user: { id: 1, username: 'operator' } }),
    );
    expect(toasts[0]?.title).toBe('Admin-Anmeldung erfolgreich');
    expect(calls.at(-1)?.body).toEqual({ adminCode: 'one-time' });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('says when the code is refused', async () => {
    const { toasts, reload } = await enterCode(() => problemResponse(401, 'ADMIN_CODE_INVALID', 'wrong'));
    expect(toasts[0]?.title).toBe('Admin-Anmeldung fehlgeschlagen');
    expect(screen.getByLabelText<HTMLInputElement>('Code', { selector: 'input' }).value).toBe('one-time');
    expect(reload).not.toHaveBeenCalled();
  });

  it('says when there is no connection', async () => {
    const { toasts } = await enterCode(() => Promise.reject(new TypeError('no line')));
    expect(toasts[0]?.title).toBe('Anmeldung fehlgeschlagen');
  });
});

describe('the workbench (ADMIN-2.8, ADMIN-2.9)', () => {
  it('has a tab for all that operators manage (ADMIN-1.2, ADMIN-2.8, ADMIN-6.3)', async () => {
    await openPanel({});
    const sidebar = await screen.findByRole('navigation', { name: 'Bereiche' });
    const names = within(sidebar)
      .getAllByRole('link')
      .map((link) => readOut(link).replaceAll(/[\d.,M]+/g, ''));
    expect(names.slice(0, 6)).toEqual([
      'Produkte',
      'Bestellungen',
      'Archiviert',
      'Benutzer',
      'Coin-Pool',
      'Support-Tickets',
    ]);
  });

  it('names the admin, carries live counts and speaks German (ADMIN-1.1)', async () => {
    await openPanel({});
    const orders = await screen.findByRole('link', { name: /Bestellungen/ });
    await waitFor(() => expect(orders.textContent).toContain('1'));
    const coins = screen.getByRole('link', { name: /Coin-Pool/ });
    await waitFor(() => expect(coins.textContent).toContain('435M'));
    screen.getByText('operator');
    expect(screen.getByRole('heading', { name: 'Bestellungen' }).closest('[lang=de]')).not.toBeNull();
  });

  it('carries who one is, the way back to the shop and out (ADMIN-2.7)', async () => {
    const { onLogout } = await openPanel({});
    await screen.findByRole('heading', { name: 'Bestellungen' });
    const header = within(screen.getByRole('banner'));
    header.getByText('operator');
    // The logo is one as well.
    const ways = header.getAllByRole('link', { name: 'Zurück zum Shop' });
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/', '/']);
    const logout = header.getByRole('link', { name: 'Abmelden' });
    expect(logout.getAttribute('href')).toBe('/api/auth/logout');
    await userEvent.click(logout);
    expect(onLogout).toHaveBeenCalledTimes(1);
  });

  it('offers staff everything but setting the pool (OWN-560)', async () => {
    await openPanel(
      {
        'GET /api/admin/check-auth': () =>
          fakeResponse({ ...panelAdmin, role: 'staff', rights: ['products'] }),
      },
      '/admin?tab=coins',
    );
    await screen.findByText('Nur Administratoren können den Pool setzen.');
    expect(screen.getByLabelText('Neuer Stand in Coins').matches(':disabled')).toBe(true);
  });

  it('shows staff the tabs of their rights alone, and says so to who has none (OWN-560)', async () => {
    const only = (...rights: StaffRight[]) => ({
      'GET /api/admin/check-auth': () => fakeResponse({ ...panelAdmin, role: 'staff', rights }),
    });
    await openPanel(only('tickets'));
    const sidebar = await screen.findByRole('navigation', { name: 'Bereiche' });
    expect(
      within(sidebar)
        .getAllByRole('link')
        // Its count may have arrived already.
        .map((link) => readOut(link).replace(/\d+$/, '')),
    ).toEqual(['Support-Tickets', 'Bewertungen']);
    cleanup();
    const { calls } = await openPanel(only());
    await screen.findByText('Hier gibt es für dich nichts zu tun');
    expect(calls.filter(({ call }) => call.includes('/api/admin/')).map(({ call }) => call)).toEqual([
      'GET /api/admin/check-auth',
    ]);
  });

  it('shows the pool in millions and in full, what it is good for, presets, and what 0 means (ADMIN-2.28, ADMIN-2.32, ADMIN-9.5, ADMIN-9.6)', async () => {
    await openPanel({}, '/admin?tab=coins');
    await screen.findByText('435,000,000 Coins');
    expect(screen.getAllByText('435M').length).toBeGreaterThan(0);
    const sizes = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(sizes.slice(-6)).toEqual(['10M', '25M', '50M', '100M', '250M', 'Eigener Betrag']);
    const presets = within(screen.getByRole('group', { name: 'Vorlagen' })).getAllByRole('button');
    expect(presets.map(({ textContent }) => textContent)).toEqual(['500M', '750M', '1B', '1.5B', '2B', '0']);
    screen.getByText('Bei 0 kann kein Money-Produkt gekauft werden.');
  });

  it('offers no custom amount while the pool is empty (ADMIN-2.30)', async () => {
    await openPanel(
      { 'GET /api/admin/coin-stock': () => fakeResponse({ ...coinPool, coinStock: 0, free: 0 }) },
      '/admin?tab=coins',
    );
    await screen.findByText('0 Coins');
    expect(screen.queryByText('Eigener Betrag')).toBeNull();
  });

  it('shows the archive to be read alone, with both dates or N/A (ADMIN-2.24, ADMIN-9.12)', async () => {
    const done = { completedAt: '2025-11-04T12:00:00.000Z', archivedAt: '2025-11-06T12:00:00.000Z' };
    const old = [order({ id: 2, status: 'archived', ...done }), order({ id: 1, status: 'cancelled' })];
    await openPanel({ 'GET /api/admin/orders/archived': () => fakeResponse(old) }, '/admin?tab=archived');
    await screen.findByRole('button', { name: /Bestellung #2 öffnen/ });
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    expect(rows[0]?.textContent).toMatch(/04\.11\.2025.*06\.11\.2025/);
    expect(rows[1]?.textContent).toMatch(/N\/A.*N\/A/);
    for (const row of rows) expect(within(row).getAllByRole('button')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: /Bestellung #2 öffnen/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Bestellung #2' });
    expect(within(sheet).queryByRole('button', { name: /Archivieren|Abschließen|Übernehmen/ })).toBeNull();
  });

  it('says in words whether it is live, and since when it is not (OWN-705)', async () => {
    await openPanel({});
    const light = await screen.findByText('Verbindet …');
    expect(light.parentElement?.getAttribute('aria-live')).toBe('polite');
    act(() => connectionEvents.live());
    expect(light.textContent).toBe('Live');
    act(() => connectionEvents.lost());
    expect(light.textContent).toBe('Verbindet …');
    act(() => connectionEvents.reconnectFailed());
    expect(light.textContent).toMatch(/^Offline seit \d\d:\d\d$/);
    act(() => connectionEvents.live());
    expect(light.textContent).toBe('Live');
  });

  it('asks every 30 seconds whether one still may (ADMIN-7.4)', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    try {
      const { calls } = await openPanel({});
      const checks = () => calls.filter(({ call }) => call === 'GET /api/admin/check-auth').length;
      await act(() => jest.advanceTimersByTimeAsync(1_000));
      expect(checks()).toBe(1);
      await act(() => jest.advanceTimersByTimeAsync(30_000));
      expect(checks()).toBe(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('sets the pool with a live preview (ADMIN-2.31, ADMIN-5.9, ADMIN-8.2)', async () => {
    const { toasts, calls } = await openPanel(
      {
        'PUT /api/admin/coin-stock': () =>
          fakeResponse({ ...coinPool, coinStock: 1e9, free: 1e9, version: 2 }),
      },
      '/admin?tab=coins',
    );
    const submit = await screen.findByRole('button', { name: 'Pool aktualisieren' });
    expect(submit.matches(':disabled')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: '1B' }));
    screen.getByText('Vorschau: 1,000M');
    await userEvent.click(submit);
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Coin-Pool aktualisiert']));
    expect(calls.at(-1)).toEqual({
      call: 'PUT /api/admin/coin-stock',
      body: { coinStock: '1000000000', version: 1 },
    });
  });

  it('shows what somebody else set the pool to, and overwrites it only when asked again (OWN-195)', async () => {
    const theirs = { ...coinPool, coinStock: 500e6, free: 500e6, version: 2 };
    const stale = { type: 'about:blank', title: 'STALE', status: 409, code: 'STALE', message: 'x' };
    let tries = 0;
    const { client, toasts, calls } = await openPanel(
      {
        'GET /api/admin/coin-stock': () => fakeResponse(tries === 0 ? coinPool : theirs),
        'PUT /api/admin/coin-stock': () => {
          tries += 1;
          if (tries === 1)
            return fakeResponse({ ...stale, current: { onHand: 500e6, version: 2 } }, { status: 409 });
          if (tries === 2) return problemResponse(500, 'INTERNAL', 'no');
          return fakeResponse({ ...coinPool, coinStock: 1e9, free: 1e9, version: 3 });
        },
      },
      '/admin?tab=coins',
    );
    const submit = await screen.findByRole('button', { name: 'Pool aktualisieren' });
    await userEvent.click(screen.getByRole('button', { name: '1B' }));
    const told = {
      room: 'admin',
      seq: 2,
      id: 'e',
      occurredAt: '2025-11-03T20:15:00.000Z',
      version: 2,
    } as const;
    await act(async () =>
      coinsLive.handlers.coins?.({ ...told, type: 'coins.changed', data: theirs }, client),
    );
    await screen.findByText('Inzwischen geändert, jetzt: 500M');
    for (const times of [1, 2, 3]) {
      await userEvent.click(submit);
      await waitFor(() => expect(toasts).toHaveLength(times));
    }
    expect(toasts.map(({ title, description }) => [title, description])).toEqual([
      ['Fehler', 'Der Pool wurde inzwischen geändert. Der neue Stand ist geladen.'],
      ['Fehler', 'Coin-Pool konnte nicht aktualisiert werden.'],
      ['Coin-Pool aktualisiert', expect.any(String)],
    ]);
    const sent = calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => Object(body).version);
    expect(sent).toEqual([1, 2, 2]);
  });

  it('says under the title Fehler when the pool could not be set, and keeps what was typed (ADMIN-8.1)', async () => {
    const { toasts } = await openPanel(
      { 'PUT /api/admin/coin-stock': () => problemResponse(500, 'INTERNAL', 'no') },
      '/admin?tab=coins',
    );
    await userEvent.click(await screen.findByRole('button', { name: '1B' }));
    await userEvent.click(screen.getByRole('button', { name: 'Pool aktualisieren' }));
    await waitFor(() =>
      expect(toasts).toEqual([
        { title: 'Fehler', description: 'Coin-Pool konnte nicht aktualisiert werden.', kind: 'error' },
      ]),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Neuer Stand in Coins').value).toBe('1,000,000,000');
  });

  it('refuses what is no number (ADMIN-5.8)', async () => {
    const { toasts, calls } = await openPanel({}, '/admin?tab=coins');
    await userEvent.type(await screen.findByLabelText('Neuer Stand in Coins'), 'viel{Enter}');
    expect(toasts[0]?.title).toBe('Fehler: Bitte geben Sie eine gültige Zahl ein');
    expect(calls.some(({ call }) => call.startsWith('PUT'))).toBe(false);
  });
});
