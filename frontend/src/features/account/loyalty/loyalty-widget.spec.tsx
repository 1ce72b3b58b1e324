import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { LOYALTY, ME } from '../../../lib/http/query-keys';
import { fakeResponse } from '../../../test/fake-response';
import { loyalty, transaction } from '../../../test/loyalty';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { onOpenLoyaltyDashboard, type DashboardTab } from './open-loyalty-dashboard';
import { LoyaltyButton } from './loyalty-button';
import { LoyaltyCard } from './loyalty-card';
import { useStoredLoyalty, NOTHING_STORED } from './stored-loyalty';

const history = [
  transaction(1, { points: -500, type: 'spent', kind: 'reward', rewardKey: 'ten-percent-off' }),
  transaction(2, { points: 487 }),
  transaction(3, { points: 150 }),
  transaction(4, { points: 30 }),
  transaction(5, { points: 9 }),
];
const shop = (answers: Parameters<typeof mockServer>[0] = {}) =>
  mockServer({
    'GET /api/auth/me': () => fakeResponse(user({ membershipTier: 'gold' })),
    'GET /api/loyalty': () => fakeResponse(loyalty({ transactions: history })),
    ...answers,
  });
const visitor = { 'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.') };

const opened = jest.fn<(tab: DashboardTab) => void>();
let stop: () => void;
beforeEach(() => {
  opened.mockReset();
  stop = onOpenLoyaltyDashboard(opened);
  useStoredLoyalty.setState(NOTHING_STORED);
  localStorage.clear();
});
afterEach(() => stop());

const openPopover = async () => {
  await renderPage(<LoyaltyButton />);
  await userEvent.click(await screen.findByRole('button', { name: 'Loyalty: 1,240 points, Gold' }));
  return screen.findByRole('dialog', { name: 'Loyalty' });
};

describe('the popover of the header', () => {
  it('shows tier, points, progress, three earnings and benefits (OWN-171, SHOP-2.43, SHOP-2.45, SHOP-9.30)', async () => {
    shop();
    const popover = await openPopover();
    within(popover).getByText('Gold member');
    within(popover).getByText('1,240');
    within(popover).getByText('$187.50 to Platinum');
    expect(within(popover).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('62.5');
    const [earnings, benefits] = within(popover).getAllByRole('list');
    expect(
      within(earnings!)
        .getAllByRole('listitem')
        .map((row) => /[+−]\d+/.exec(row.textContent ?? '')?.[0]),
    ).toEqual(['+487', '+150', '+30']);
    expect(
      within(benefits!)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['1.5× points on every purchase', '4% off every order', 'Exclusive rewards']);
  });

  it('calls pending what orders bring with their delivery, above what was earned (OWN-851)', async () => {
    const pending = [
      { orderId: 31, points: 735, product: '25M Coins', createdAt: '2025-11-03T20:15:00.000Z' },
    ];
    shop({ 'GET /api/loyalty': () => fakeResponse(loyalty({ pendingPoints: 735, pending })) });
    const popover = await openPopover();
    within(popover).getByText('+735 pending, yours when delivered');
    const [earnings] = within(popover).getAllByRole('list');
    const [first] = within(earnings!).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Purchase: 25M Coins.*Pending\+735 points$/);
  });

  it.each([
    ['View Rewards', 'shop'],
    ['Dashboard', 'overview'],
  ] as const)('opens the dashboard by "%s" and closes (SHOP-2.44)', async (name, tab) => {
    shop();
    await openPopover();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(opened).toHaveBeenCalledWith(tab);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes on Escape and gives the focus back', async () => {
    shop();
    await openPopover();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Loyalty/ }));
  });

  it('moves with the server', async () => {
    shop();
    const { client } = await renderPage(<LoyaltyButton />);
    await screen.findByRole('button', { name: /1,240/ });
    act(() => {
      client.setQueryData(LOYALTY, loyalty({ points: 1500 }));
    });
    await screen.findByRole('button', { name: 'Loyalty: 1,500 points, Gold' });
  });

  it('says so when there are no earnings yet', async () => {
    shop({ 'GET /api/loyalty': () => fakeResponse(loyalty()) });
    const popover = await openPopover();
    expect(within(popover).getByText('Your first purchase brings your first points.')).not.toBeNull();
  });

  it('invites a visitor, without any call for points', async () => {
    const calls = shop(visitor);
    await renderPage(<LoyaltyButton />);
    await userEvent.click(await screen.findByRole('button', { name: 'Loyalty: earn points' }));
    await screen.findByRole('link', { name: 'Sign in to start' });
    expect(calls.map(({ call }) => call)).not.toContain('GET /api/loyalty');
  });

  it('is not there for a blocked account', async () => {
    const calls = shop({ 'GET /api/auth/me': () => fakeResponse(user({ blocked: true })) });
    const { client } = await renderPage(<LoyaltyButton />);
    await waitFor(() => expect(client.getQueryData(ME)).toMatchObject({ blocked: true }));
    await act(async () => {});
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls).toHaveLength(1);
  });
});

describe('the card', () => {
  it('shows tier, points and progress, and opens the dashboard both ways (SHOP-2.43, SHOP-2.44)', async () => {
    shop();
    await renderPage(<LoyaltyCard />);
    await screen.findByText('1,240');
    screen.getByText('Gold member');
    await userEvent.click(screen.getByRole('button', { name: 'View Rewards' }));
    await userEvent.click(screen.getByRole('button', { name: 'Dashboard' }));
    expect(opened.mock.calls).toEqual([['shop'], ['overview']]);
  });

  it('shows what the browser kept until the server answers, and also when it does not (SHOP-4.6)', async () => {
    const kept = { ...NOTHING_STORED, owner: 7, points: 77, membershipTier: 'silver' as const };
    useStoredLoyalty.setState(kept);
    shop({ 'GET /api/loyalty': () => problemResponse(503, 'UNAVAILABLE', 'Away.') });
    await renderPage(<LoyaltyCard />);
    await screen.findByText('77');
  });

  it('never shows what was kept for somebody else', async () => {
    useStoredLoyalty.setState({ ...NOTHING_STORED, owner: 8, points: 77 });
    shop();
    await renderPage(<LoyaltyCard />);
    await screen.findByText('1,240');
    expect(screen.queryByText('77')).toBeNull();
  });

  it('drops what was kept once nobody is signed in, also where the header has no widget (OWN-282)', async () => {
    useStoredLoyalty.setState({ ...NOTHING_STORED, owner: 7, points: 77 });
    shop(visitor);
    await renderPage(<LoyaltyCard />);
    await screen.findByRole('link', { name: 'Sign in to start' });
    await waitFor(() => expect(useStoredLoyalty.getState()).toEqual(NOTHING_STORED));
  });

  it('can be asked again when nothing came', async () => {
    let isDown = true;
    shop({
      'GET /api/loyalty': () =>
        isDown ? problemResponse(503, 'UNAVAILABLE', 'Away.') : fakeResponse(loyalty()),
    });
    await renderPage(<LoyaltyCard />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(again);
    await screen.findByText('1,240');
  });
});
