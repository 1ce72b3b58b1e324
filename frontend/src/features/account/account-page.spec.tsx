import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLanguage } from '../../i18n/language-store';
import { ME, OWN_ORDERS, PROFILE } from '../../lib/http/query-keys';
import { fakeResponse } from '../../test/fake-response';
import { customerTier, profile, user } from '../../test/user';
import { order } from '../../test/order-lists';
import { mockServer, problemResponse } from '../../test/mock-server';
import { referralStats } from '../../test/loyalty';
import { renderPage } from '../../test/render-page';
import { AccountPage } from './account-page';

const shop = (answers: Parameters<typeof mockServer>[0] = {}) =>
  mockServer({
    'GET /api/auth/me': () => fakeResponse(user()),
    'GET /api/account/profile': () => fakeResponse(profile()),
    'GET /api/orders': () => fakeResponse([order()]),
    'GET /api/products': () => fakeResponse([]),
    ...answers,
  });

describe('the account page', () => {
  it('sends a visitor to the sign-in, says why and remembers the way back (ADMIN-2.37, ADMIN-8.19)', async () => {
    shop({ 'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.') });
    const { toasts, at } = await renderPage(
      <AccountPage tickets={undefined} loyalty={undefined} />,
      '/account?tab=orders',
    );
    await waitFor(() => expect(at()).toBe('/login?next=%2Faccount%3Ftab%3Dorders'));
    expect(toasts.map(({ title }) => title)).toContain('Authentication required');
  });

  it('remembers the card that a fragment names on the way back', async () => {
    shop({ 'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.') });
    const { at } = await renderPage(
      <AccountPage tickets={undefined} loyalty={undefined} />,
      '/account#discord',
    );
    await waitFor(() => expect(at()).toBe('/login?next=%2Faccount%23discord'));
  });

  it('greets by name, or as Trader (ADMIN-2.38)', async () => {
    shop({ 'GET /api/auth/me': () => fakeResponse(user({ username: '' })) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=profile');
    expect(await screen.findByRole('heading', { name: 'Hello, Trader' })).not.toBeNull();
  });

  it.each([
    ['5.84', '0.00', ['Store credit$5.84', 'Use it at checkout']],
    ['5.84', '5.00', ['Store credit$5.84', 'Referral bonus$5.00', 'from $45.00']],
    ['-3.00', '0.00', ['Store credit$0.00', '$3.00 of a refund']],
  ])('shows a credit of %s and a bonus of %s (OWN-102)', async (storeCredit, referralBonus, words) => {
    shop({ 'GET /api/account/profile': () => fakeResponse(profile({ storeCredit, referralBonus })) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=profile');
    const card = await screen.findByRole('region', { name: 'Store credit' });
    for (const part of words) expect(card.textContent).toContain(part);
    expect(card.textContent?.includes('Referral bonus')).toBe(referralBonus !== '0.00');
  });

  it.each([
    ['5.84', '0.00', '5.00', ['Store credit$5.84', 'Held back$5.00', 'Use it at checkout']],
    ['0.00', '0.00', '5.00', ['Store credit$0.00', 'Held back$5.00']],
    ['0.00', '5.00', '2.50', ['Referral bonus$5.00', 'Held back$2.50', 'from $45.00']],
  ])(
    'shows beside a credit of %s and a bonus of %s that %s is held back, and until when (OWN-405)',
    async (storeCredit, referralBonus, frozenCredit, words) => {
      const answered = profile({ storeCredit, referralBonus, frozenCredit });
      shop({ 'GET /api/account/profile': () => fakeResponse(answered) });
      await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=profile');
      const card = await screen.findByRole('region', { name: 'Store credit' });
      const sentence = 'What is held back is yours again once the points that a refund took are made good.';
      for (const part of [...words, sentence]) expect(card.textContent).toContain(part);
      await act(() => useLanguage.getState().setLanguage('de'));
      const german = await screen.findByRole('region', { name: 'Guthaben' });
      for (const part of ['Zurückgehalten', 'sobald die Punkte einer Erstattung ausgeglichen sind.'])
        expect(german.textContent).toContain(part);
      await act(() => useLanguage.getState().setLanguage('mix'));
    },
  );

  it('names nothing held back where nothing is (OWN-405)', async () => {
    for (const frozenCredit of [undefined, '0.00']) {
      shop({
        'GET /api/account/profile': () => fakeResponse(profile({ ...(frozenCredit && { frozenCredit }) })),
      });
      await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=profile');
      const cards = await screen.findAllByRole('region', { name: 'Store credit' });
      for (const card of cards) expect(card.textContent).not.toMatch(/held back/i);
    }
  });

  it.each([
    [{ vipBadge: false }, null, null],
    [{ vipBadge: true }, 'VIP badge', null],
    [{ vipBadge: false, frozenVipBadge: true }, null, /VIP badge is held back until the points .* made good/],
  ])('shows the VIP badge, or that it is held back, of %j (OWN-56, OWN-405)', async (badge, shown, held) => {
    shop({ 'GET /api/account/profile': () => fakeResponse(profile(badge)) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=profile');
    await screen.findByRole('region', { name: 'Store credit' });
    expect(screen.queryByText('VIP badge')?.textContent ?? null).toBe(shown);
    expect(screen.queryByText(/held back/) !== null).toBe(held !== null);
    if (held) screen.getByText(held);
  });

  it('says in German that the VIP badge is held back (OWN-405)', async () => {
    shop({ 'GET /api/account/profile': () => fakeResponse(profile({ frozenVipBadge: true })) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=profile');
    await act(() => useLanguage.getState().setLanguage('de'));
    await screen.findByText(/^Dein VIP-Abzeichen wird zurückgehalten, bis die Punkte/);
    await act(() => useLanguage.getState().setLanguage('mix'));
  });

  it('has the tabs of the account, with how many achievements are earned (ADMIN-2.39)', async () => {
    shop({
      'GET /api/account/profile': () => fakeResponse(profile({ totalSpent: '312.50', loyaltyPoints: 1_240 })),
      'GET /api/customer-tier': () => fakeResponse(customerTier()),
      'GET /api/referrals/stats': () => fakeResponse(referralStats()),
    });
    await renderPage(<AccountPage tickets={undefined} loyalty="tier and points" />, '/account?tab=profile');
    await screen.findByRole('tab', { name: 'Achievements 4 earned' });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Orders',
      'Profile',
      'Security',
      'Achievements44 earned',
      'Referrals',
      'Loyalty',
      'History',
      'Support',
    ]);
    await userEvent.click(screen.getByRole('tab', { name: 'Loyalty' }));
    await screen.findByText('tier and points');
  });

  it('leaves a blocked account its orders and nothing else', async () => {
    const delivered = order({ status: 'completed', completedAt: '2025-11-03T20:15:00.000Z' });
    const calls = shop({
      'GET /api/auth/me': () => fakeResponse(user({ blocked: true })),
      'GET /api/orders': () => fakeResponse([delivered]),
    });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=profile');
    await screen.findByText('Your account is blocked');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Orders']);
    await screen.findByRole('article');
    // Such a call is refused to a blocked account.
    expect(calls.map(({ call }) => call)).not.toContain('GET /api/account/reviews');
  });
});

describe('own orders', () => {
  it.each([
    ['pending', 'Ausstehend'],
    ['processing', 'In Bearbeitung'],
    ['completed', 'Abgeschlossen'],
    ['cancelled', 'Storniert'],
    ['archived', 'Archiviert'],
  ] as const)('label %s as %s, marked as German (ADMIN-2.47)', async (status, label) => {
    shop({ 'GET /api/orders': () => fakeResponse([order({ status })]) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=orders');
    const words = await screen.findByText(label);
    expect(words.closest('[lang=de]')).not.toBeNull();
  });

  it('move their delivery line with the cache, without a reload (OWN-128)', async () => {
    shop();
    const { client } = await renderPage(
      <AccountPage tickets={undefined} loyalty={undefined} />,
      '/account?tab=orders',
    );
    const card = await screen.findByRole('article', { name: 'Order #1' });
    expect(card.querySelector('[aria-current=step]')?.textContent).toBe('Paid');
    act(() => {
      client.setQueryData(OWN_ORDERS, [order({ status: 'processing', version: 2 })]);
    });
    await waitFor(() => expect(card.querySelector('[aria-current=step]')?.textContent).toBe('Taken'));
    within(card).getByText('Someone has taken your order.');
    within(card).getByText(/^Later than promised/);
    act(() => {
      const refunded = { paymentStatus: 'refunded', status: 'cancelled', quantity: 3, version: 3 } as const;
      client.setQueryData(OWN_ORDERS, [order(refunded)]);
    });
    await within(card).findByText('Refunded');
    within(card).getByText('3 × 50M Coins');
    expect(within(card).queryByText(/^Later than promised/)).toBeNull();
    expect(card.querySelector('[aria-current=step]')).toBeNull();
  });

  it.each([
    ['requested', 'partly_refunded', 'Partial refund requested'],
    ['done', 'partly_refunded', 'Partly refunded'],
    ['requested', 'refunded', 'Refund requested'],
    ['requested', 'disputed', 'Under review'],
  ] as const)('call a %s refund of a %s order "%s" (OWN-491)', async (refund, paymentStatus, note) => {
    shop({ 'GET /api/orders': () => fakeResponse([order({ status: 'completed', paymentStatus, refund })]) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=orders');
    within(await screen.findByRole('article', { name: 'Order #1' })).getByText(note);
  });

  it('lead to their receipt once they are paid (OWN-504)', async () => {
    const unpaid = order({ id: 2, paymentStatus: 'unconfirmed' });
    shop({
      'GET /api/orders': () => fakeResponse([order({ id: 1 }), unpaid, order({ id: 3, checkout: null })]),
    });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=orders');
    const links = await screen.findAllByRole('link', { name: /^Receipt of order/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Receipt', '/receipt?checkout=AAAAAAAAAAAAAAAAAAAAAA'],
    ]);
  });

  it('of one purchase stand each for itself, in the order of the list (ADMIN-2.47)', async () => {
    const bought = [3, 2, 1].map((id) => order({ id, productName: `Wings ${id}`, quantity: id }));
    shop({ 'GET /api/orders': () => fakeResponse(bought) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=orders');
    await screen.findByRole('article', { name: 'Order #3' });
    const named = screen.getAllByRole('article').map((card) => card.querySelector('h3')?.textContent);
    expect(named).toEqual(['3 × Wings 3', '2 × Wings 2', '1 × Wings 1']);
    const receipts = screen.getAllByRole('link', { name: /^Receipt of order/ });
    expect(new Set(receipts.map((link) => link.getAttribute('href'))).size).toBe(1);
  });

  it('show twenty, and the rest on request', async () => {
    const all = Array.from({ length: 22 }, (_, index) => order({ id: 22 - index }));
    shop({ 'GET /api/orders': () => fakeResponse(all) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=orders');
    const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
    const more = await screen.findByRole('button', { name: 'Show 2 more' });
    expect(names()).toHaveLength(20);
    await userEvent.click(more);
    expect(names()).toEqual(all.map(({ id }) => `Order #${id}`));
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  it('say so when there are none, and when they could not be read', async () => {
    let isDown = true;
    shop({ 'GET /api/orders': () => (isDown ? fakeResponse('', { status: 500 }) : fakeResponse([])) });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=orders');
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(again);
    expect(await screen.findByText('No orders yet')).not.toBeNull();
  });
});

describe('the profile', () => {
  it('saves what changed and says so (ADMIN-2.40, ADMIN-8.13)', async () => {
    const calls = shop({
      'PUT /api/account/profile': () => fakeResponse(profile({ username: 'vega', minecraftName: 'Vega' })),
    });
    const { toasts, client } = await renderPage(
      <AccountPage tickets={undefined} loyalty={undefined} />,
      '/account?tab=profile',
    );
    const field = await screen.findByLabelText(/^Game name/);
    await userEvent.clear(field);
    await userEvent.type(field, 'Vega');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Profile Updated']));
    expect(calls.at(-1)).toEqual({
      call: 'PUT /api/account/profile',
      body: { minecraftName: 'Vega' },
    });
    // Header, checkout and free coins read the new names from here.
    for (const key of [ME, PROFILE])
      expect(client.getQueryData(key)).toMatchObject({ username: 'vega', minecraftName: 'Vega' });
  });

  it('keeps what was typed when saving fails (OWN-174)', async () => {
    shop({
      'PUT /api/account/profile': () => problemResponse(409, 'USERNAME_TAKEN', 'This username is taken.'),
    });
    const { toasts } = await renderPage(
      <AccountPage tickets={undefined} loyalty={undefined} />,
      '/account?tab=profile',
    );
    const field = await screen.findByLabelText<HTMLInputElement>('Username');
    await userEvent.clear(field);
    await userEvent.type(field, 'finn');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(toasts[0]?.title).toBe('Failed to update profile'));
    expect(field.value).toBe('finn');
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('shows a proven Discord id and offers no field for it (OWN-9)', async () => {
    shop({
      'GET /api/account/profile': () =>
        fakeResponse(profile({ discordId: '111111111111111111', discordUsername: 'nova.mines' })),
    });
    await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=profile');
    await screen.findByText('111111111111111111');
    expect(screen.queryByLabelText(/Discord ID/)).toBeNull();
  });
});
