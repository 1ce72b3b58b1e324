import { describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLanguage } from '../../../i18n/language-store';
import { FACT_SEPARATOR } from '../../../lib/values/format';
import { fakeResponse } from '../../../test/fake-response';
import { customerTier, user } from '../../../test/user';
import { loyalty, transaction } from '../../../test/loyalty';
import { mockServer } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { LoyaltyTab } from './loyalty-tab';

const shop = (answers: Parameters<typeof mockServer>[0] = {}) =>
  mockServer({
    'GET /api/auth/me': () => fakeResponse(user()),
    'GET /api/loyalty': () => fakeResponse(loyalty()),
    'GET /api/customer-tier': () => fakeResponse(customerTier()),
    'GET /api/account/loyalty-history': () => fakeResponse([]),
    ...answers,
  });
const bars = () =>
  screen
    .getAllByRole('progressbar')
    .map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('aria-valuetext')]);

describe('the tier card', () => {
  it('shows tier, discount, benefits, the next one and what is missing (ADMIN-2.49)', async () => {
    shop();
    await renderPage(<LoyaltyTab />);
    await screen.findByText('Gold member');
    expect(document.querySelector('img[src="/art/tier-gold.svg"]')).not.toBeNull();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1.5× points on every purchase',
      'Exclusive rewards',
    ]);
    screen.getByText('4% off every order');
    screen.getByText('6% off every order');
    screen.getByText('$187.50 to Platinum');
    expect(bars()).toEqual([['Spending', '$312.50 of $500.00 spent, 62%']]);
  });

  it('has a bar for orders where the next tier asks for some (ADMIN-2.49)', async () => {
    const nextTier = {
      name: 'Platinum',
      icon: 'platinum',
      discount: 6,
      minSpent: '500.00',
      minOrders: 8,
    } as const;
    const changes = { nextTier, progress: { spent: 100, orders: 75 }, missing: { spent: '0.00', orders: 2 } };
    shop({ 'GET /api/customer-tier': () => fakeResponse(customerTier(changes)) });
    await renderPage(<LoyaltyTab />);
    await screen.findByText('2 more orders to Platinum');
    screen.getByText('Reached');
    expect(bars()[1]).toEqual(['Orders', '6 of 8 orders, 75%']);
  });

  it('has nothing above diamond (ADMIN-2.49)', async () => {
    shop({
      'GET /api/customer-tier': () =>
        fakeResponse(
          customerTier({
            currentTier: { name: 'Diamond', icon: 'diamond', color: 'diamond', discount: 8, benefits: [] },
            nextTier: null,
          }),
        ),
    });
    await renderPage(<LoyaltyTab />);
    await screen.findByText('Diamond member');
    screen.getByText('Highest tier reached');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('says so when it could not be read', async () => {
    let isDown = true;
    shop({
      'GET /api/customer-tier': () =>
        isDown ? fakeResponse('', { status: 500 }) : fakeResponse(customerTier()),
    });
    await renderPage(<LoyaltyTab />);
    await screen.findByText('Your tier could not be loaded.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Gold member');
  });
});

describe('the points history', () => {
  const LINK = '</api/account/loyalty-history?limit=25&cursor=7>; rel="next"';
  const first = [
    transaction(10, { description: 'Purchase: Elytra', points: 159 }),
    transaction(9, { type: 'spent', points: -500, kind: 'reward', rewardKey: 'ten-percent-off' }),
    transaction(8, {
      type: 'spent',
      points: -159,
      kind: 'reversal',
      orderId: 12,
      description: 'Order #12 taken back',
    }),
    transaction(7, { kind: 'reversal', orderId: 12, points: 20, description: 'Order #12 taken back' }),
  ];
  const rows = () =>
    screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => text.includes(FACT_SEPARATOR));

  it('says of each what it was, of what type, when and how many points (ADMIN-2.48)', async () => {
    shop({ 'GET /api/account/loyalty-history': () => fakeResponse(first) });
    await renderPage(<LoyaltyTab />);
    await screen.findByText('Purchase: Elytra');
    expect(rows()).toEqual([
      expect.stringMatching(/^Purchase: Elytra\d\d\.\d\d\.\d{4}\s· Earned\+159 points$/),
      expect.stringMatching(/^Redeemed: 10% off next purchase[\d.]+\s· Spent−500 points$/),
      expect.stringMatching(/^Order #12 taken back[\d.]+\s· Taken back−159 points$/),
      expect.stringMatching(/^Order #12 taken back[\d.]+\s· Given back\+20 points$/),
    ]);
  });

  it('comes page by page; a page that failed can be asked for again (ADMIN-2.48)', async () => {
    let isDown = true;
    const calls = shop({
      'GET /api/account/loyalty-history': (_, { searchParams }) => {
        if (searchParams.get('cursor') === null) return fakeResponse(first, { headers: { link: LINK } });
        return isDown
          ? fakeResponse('', { status: 500 })
          : fakeResponse([transaction(6, { description: 'The oldest' })]);
      },
    });
    await renderPage(<LoyaltyTab />);
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('The points history could not be loaded.');
    expect(rows()).toHaveLength(4);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('The oldest');
    expect(rows()).toHaveLength(5);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls.filter(({ call }) => call.endsWith('loyalty-history'))).toHaveLength(3);
  });

  it('says so when there is none, and when it could not be read', async () => {
    let isDown = true;
    shop({
      'GET /api/account/loyalty-history': () =>
        isDown ? fakeResponse('', { status: 500 }) : fakeResponse([]),
    });
    await renderPage(<LoyaltyTab />);
    await screen.findByText('The points history could not be loaded.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^No points yet/);
  });

  it('names what was bought in German', async () => {
    const bought = [
      transaction(1, { description: 'Purchase: Elytra', product: 'Elytra' }),
      transaction(2, { description: 'Purchase: Beacon and 2 more', product: 'Beacon', moreProducts: 2 }),
      transaction(3, { description: 'Purchase: Sword' }),
    ];
    shop({ 'GET /api/account/loyalty-history': () => fakeResponse(bought) });
    await renderPage(<LoyaltyTab />);
    await act(() => useLanguage.getState().setLanguage('de'));
    await screen.findByText('Einkauf: Elytra');
    screen.getByText('Einkauf: Beacon und 2 weitere');
    screen.getByText('Einkauf');
  });
});
