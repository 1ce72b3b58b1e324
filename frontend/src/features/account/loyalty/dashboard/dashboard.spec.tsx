import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { LoyaltyAnswer } from '@pax/contracts';
import { useState } from 'react';
import { fakeResponse } from '../../../../test/fake-response';
import { loyalty, reward, transaction } from '../../../../test/loyalty';
import { mockServer, problemResponse } from '../../../../test/mock-server';
import { renderPage } from '../../../../test/render-page';
import { user } from '../../../../test/user';
import type { DashboardTab } from '../open-loyalty-dashboard';
import { useStoredLoyalty, NOTHING_STORED } from '../stored-loyalty';
import { LoyaltyDashboard } from './dashboard';

const onBack = jest.fn();
const REDEEM = 'POST /api/loyalty/rewards/redeem';

function Held({ at }: { readonly at: DashboardTab }) {
  const [tab, setTab] = useState(at);
  return <LoyaltyDashboard tab={tab} onTab={setTab} onBack={onBack} />;
}

const open = async (
  tab: DashboardTab,
  mine: Partial<LoyaltyAnswer> = {},
  answers: Parameters<typeof mockServer>[0] = {},
) => {
  const calls = mockServer({
    'GET /api/auth/me': () => fakeResponse(user()),
    'GET /api/loyalty': () => fakeResponse(loyalty(mine)),
    ...answers,
  });
  const page = await renderPage(<Held at={tab} />);
  await screen.findByRole('tab', { selected: true });
  return {
    ...page,
    redeemed: () => calls.filter(({ call }) => call === REDEEM),
    read: () => calls.filter(({ call }) => call === 'GET /api/loyalty').length,
  };
};
const panel = () => screen.getByRole('tabpanel');

beforeEach(() => {
  onBack.mockReset();
  jest.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
  useStoredLoyalty.setState(NOTHING_STORED);
  localStorage.clear();
});

describe('the dashboard', () => {
  it('has its four tabs and the way back (SHOP-2.46)', async () => {
    await open('overview');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Overview',
      'My Rewards',
      'Reward Shop',
      'History',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Back to Shop' }));
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it('takes the focus to its heading when it opens', async () => {
    await open('overview');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your loyalty' }));
  });

  it.each(['overview', 'history'] as const)(
    '%s shows the latest 5 entries (SHOP-2.47, SHOP-9.30)',
    async (tab) => {
      const transactions = [1, 2, 3, 4, 5, 6, 7].map((id) => transaction(id));
      await open(tab, { transactions });
      for (const id of [1, 2, 3, 4, 5]) within(panel()).getByText(`Purchase ${id}`);
      expect(within(panel()).queryByText('Purchase 6')).toBeNull();
    },
  );

  it('names the tiers with their thresholds and says which is one’s own (SHOP-9.1)', async () => {
    await open('overview');
    const ladder = within(screen.getByRole('list', { name: 'Tiers' })).getAllByRole('listitem');
    const tiers = [
      ['Bronze', 'from the start'],
      ['Silver', 'from $50'],
      ['Gold', 'from $200'],
      ['Platinum', 'from $500'],
      ['Diamond', 'from $1,000'],
    ];
    expect(ladder).toHaveLength(tiers.length);
    for (const [place, words] of tiers.entries())
      for (const word of words) expect(ladder[place]?.textContent).toContain(word);
    expect(ladder.findIndex((step) => step.getAttribute('aria-current') === 'step')).toBe(2);
  });

  it('says that a refund will be taken from the next earnings', async () => {
    await open('overview', { points: 0, pendingDeduction: 120 });
    screen.getByText('120 points of a refund will be taken from your next earnings.');
  });

  it('shows what the browser kept when the server is away, and says so', async () => {
    useStoredLoyalty.setState({ ...NOTHING_STORED, owner: 7, points: 77 });
    await open('overview', {}, { 'GET /api/loyalty': () => problemResponse(503, 'UNAVAILABLE', 'Away.') });
    await screen.findByText(/This is what your browser remembers/);
    await userEvent.click(screen.getByRole('tab', { name: /Reward Shop/ }));
    await screen.findByText('The reward shop could not be loaded.');
  });
});

describe('My Rewards', () => {
  it('lists every active reward, and of used and of expired ones 3 each (SHOP-2.48, SHOP-4.14)', async () => {
    const active = [1, 2, 3, 4, 5].map((id) => reward(id));
    const used = [11, 12, 13, 14].map((id) => reward(id, 10, { isUsed: true }));
    const expired = [21, 22, 23, 24].map((id) => reward(id, -5));
    await open('rewards', { rewards: [...active, ...used, ...expired] });
    const [ready, gone, over] = within(panel()).getAllByRole('list');
    expect(within(ready!).getAllByRole('listitem')).toHaveLength(5);
    expect(within(gone!).getAllByRole('listitem')).toHaveLength(3);
    expect(within(over!).getAllByRole('listitem')).toHaveLength(3);
    expect(within(ready!).getAllByText(/^CODE-/)).toHaveLength(5);
    expect(within(gone!).queryByText(/^CODE-/)).toBeNull();
    expect(screen.getByRole('tab', { name: /My Rewards/ }).textContent).toBe('My Rewards5');
  });

  it('counts the last days, and shows what an open checkout holds', async () => {
    const rewards = [reward(1, 1.5), reward(2, 25, { isHeld: true }), reward(3, 13.9), reward(4, 14.1)];
    await open('rewards', { rewards });
    const left = within(panel()).getAllByText(/ days left, until /);
    expect(left.map(({ textContent }) => parseInt(textContent ?? '', 10))).toEqual([2, 14]);
    expect(within(panel()).getByText('Set aside by your open checkout')).not.toBeNull();
  });

  it('says of a badge and of access that they are held back (OWN-405)', async () => {
    const badge = { key: 'vip-badge', category: 'badge', isUsed: true } as const;
    const rewards = [
      reward(4, 20, { key: 'early-access', category: 'access', isFrozen: true }),
      reward(3, 20, badge),
      reward(2, 20, { ...badge, isFrozen: true }),
    ];
    await open('rewards', { rewards });
    const held = 'Held back until the points that a refund took are made good';
    const isHeld = within(panel())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.includes(held));
    expect(isHeld).toEqual([true, false, true]);
    within(panel()).getByText('On your profile');
  });

  it('copies a code, and says what to do where that is not allowed', async () => {
    await open('rewards', { rewards: [reward(1)] });
    const person = userEvent.setup();
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('CODE-1');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await person.click(screen.getByRole('button', { name: 'Copied' }));
    await screen.findByText('Select the code and copy it by hand.');
  });

  it('leads to the reward shop while there are none', async () => {
    await open('rewards');
    await userEvent.click(screen.getByRole('button', { name: 'To the reward shop' }));
    await screen.findByRole('article', { name: 'Free Delivery' });
  });
});

describe('the Reward Shop', () => {
  const card = (name: string) => within(screen.getByRole('article', { name }));
  const ask = async (name: string) => {
    await userEvent.click(card(name).getByRole('button', { name: `Redeem ${name}` }));
    return within(await screen.findByRole('dialog'));
  };
  const gained = (changes = {}) =>
    fakeResponse({ reward: reward(99, 30, changes), points: 740 }, { status: 201 });

  it('sells five rewards at their prices and tiers (SHOP-9.19, SHOP-9.20)', async () => {
    await open('shop', { points: 0, membershipTier: 'bronze' });
    const offers = screen
      .getAllByRole('article')
      .map((one) => [
        one.getAttribute('aria-label'),
        /[\d,]+ points(?! to go)/.exec(one.textContent ?? '')?.[0],
        /Opens at(\w+)/.exec(one.textContent ?? '')?.[1],
      ]);
    expect(offers).toEqual([
      ['10% off next purchase', '500 points', undefined],
      ['Free Delivery', '300 points', undefined],
      ['$5 Store Credit', '1,000 points', 'Silver'],
      ['VIP Badge', '2,000 points', 'Gold'],
      ['Early Access', '3,000 points', 'Platinum'],
    ]);
  });

  it('says what is missing, and offers no button for it (SHOP-5.22)', async () => {
    await open('shop', { points: 450 });
    card('10% off next purchase').getByText('50 points to go');
    card('Early Access').getByText('Platinum');
    expect(card('10% off next purchase').queryByRole('button')).toBeNull();
    expect(card('Early Access').queryByRole('button')).toBeNull();
  });

  it('asks once more, then redeems and shows the code (SHOP-4.15, SHOP-9.21)', async () => {
    const { read, redeemed } = await open('shop', {}, { [REDEEM]: () => gained() });
    const dialog = await ask('10% off next purchase');
    dialog.getByText('1,240');
    dialog.getByText('740');
    expect(redeemed()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem for 500 points' }));
    await screen.findByText('CODE-99');
    expect(redeemed()[0]?.body).toEqual({
      rewardId: 'ten-percent-off',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await waitFor(() => expect(read()).toBe(2));
  });

  it('spends nothing when one thinks better of it', async () => {
    const { redeemed } = await open('shop', {}, { [REDEEM]: () => gained() });
    const dialog = await ask('Free Delivery');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(redeemed()).toEqual([]);
  });

  it('sends a second click nowhere while the first is under way', async () => {
    let finish: (response: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      finish = resolve;
    });
    const { redeemed } = await open('shop', {}, { [REDEEM]: () => slow });
    const dialog = await ask('Free Delivery');
    const button = dialog.getByRole('button', { name: 'Redeem for 300 points' });
    await userEvent.click(button);
    await userEvent.click(button);
    finish(gained());
    await screen.findByText('CODE-99');
    expect(redeemed()).toHaveLength(1);
  });

  it('lets one ask again under the same name when no answer came', async () => {
    const tries = [() => Promise.reject(new TypeError('no line')), async () => gained()];
    const { redeemed } = await open('shop', {}, { [REDEEM]: () => tries.shift()!() });
    const dialog = await ask('Free Delivery');
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem for 300 points' }));
    await dialog.findByText(/No answer yet/);
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await screen.findByText('CODE-99');
    const [first, second] = redeemed();
    expect(second?.body).toEqual(first?.body);
  });

  it.each([
    ['INSUFFICIENT_POINTS', 'Insufficient loyalty points'],
    ['TIER_TOO_LOW', 'Your tier is too low'],
    ['ALREADY_OWNED', 'You have this already'],
    ['DISPUTE_OPEN', 'Redeeming is paused'],
  ])('tells %s as an error and reads the points again (SHOP-5.10, SHOP-8.17)', async (code, title) => {
    let points = 1240;
    const { toasts } = await open(
      'shop',
      {},
      {
        'GET /api/loyalty': () => fakeResponse(loyalty({ points })),
        [REDEEM]: () => {
          points = 40;
          return problemResponse(409, code, 'Refused.');
        },
      },
    );
    const dialog = await ask('Free Delivery');
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem for 300 points' }));
    await waitFor(() => expect(toasts.map((toast) => [toast.title, toast.kind])).toEqual([[title, 'error']]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => card('Free Delivery').getByText('260 points to go'));
  });

  it('shows what the server says to any other refusal', async () => {
    const { toasts } = await open(
      'shop',
      {},
      { [REDEEM]: () => problemResponse(403, 'BLOCKED', 'Your account is blocked.') },
    );
    const dialog = await ask('Free Delivery');
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem for 300 points' }));
    await waitFor(() => expect(toasts[0]?.description).toBe('Your account is blocked.'));
  });
});

it('greets a visitor with the tiers and the way in, and asks the server nothing', async () => {
  const calls = mockServer({
    'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.'),
  });
  await renderPage(<Held at="overview" />);
  await screen.findByRole('link', { name: 'Sign in to start' });
  screen.getByRole('list', { name: 'Tiers' });
  expect(calls).toHaveLength(1);
});

it('shows a visitor every reward with what it costs and from which tier on, none to redeem', async () => {
  mockServer({ 'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.') });
  await renderPage(<Held at="rewards" />);
  const shop = within(await screen.findByRole('region', { name: 'Reward Shop' }));
  expect(
    shop
      .getAllByRole('article')
      .map((card) => [
        card.getAttribute('aria-label'),
        /[\d,]+ points/.exec(card.textContent ?? '')?.[0],
        /Opens at(\w+)/.exec(card.textContent ?? '')?.[1],
      ]),
  ).toEqual([
    ['10% off next purchase', '500 points', 'Bronze'],
    ['Free Delivery', '300 points', 'Bronze'],
    ['$5 Store Credit', '1,000 points', 'Silver'],
    ['VIP Badge', '2,000 points', 'Gold'],
    ['Early Access', '3,000 points', 'Platinum'],
  ]);
  expect(shop.queryByRole('button')).toBeNull();
});
