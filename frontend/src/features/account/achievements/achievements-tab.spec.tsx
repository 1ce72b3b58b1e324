import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { customerTier, profile } from '../../../test/user';
import { mockServer } from '../../../test/mock-server';
import { referralStats } from '../../../test/loyalty';
import { renderPage } from '../../../test/render-page';
import { AchievementsTab } from './achievements-tab';

const shop = (answers: Parameters<typeof mockServer>[0] = {}) =>
  mockServer({
    'GET /api/account/profile': () =>
      fakeResponse(profile({ id: 400, totalSpent: '312.50', loyaltyPoints: 1_240 })),
    'GET /api/customer-tier': () => fakeResponse(customerTier()),
    'GET /api/referrals/stats': () => fakeResponse(referralStats()),
    ...answers,
  });
const numbers = (name: string): string | null | undefined =>
  screen
    .getByRole('heading', { name })
    .closest('li')
    ?.querySelector('[role=progressbar]')
    ?.getAttribute('aria-valuetext');

describe('the achievements', () => {
  it('are all shown with their progress, the earned ones marked (ADMIN-2.41)', async () => {
    shop();
    await renderPage(<AchievementsTab />);
    await screen.findByText('3 of 8 earned');
    expect(screen.getAllByRole('listitem')).toHaveLength(8);
    expect(numbers('Big Spender')).toBe('$312.50 of $100.00, 100%');
    expect(numbers('VIP Member')).toBe('$312.50 of $500.00, 62%');
    expect(numbers('Loyalty Master')).toBe('1,240 of 500, 100%');
    expect(numbers('Referral Champion')).toBe('2 of 5, 40%');
    expect(numbers('Frequent Buyer')).toBe('6 of 10, 60%');
    expect(numbers('Community Hero')).toBe('$12.50 of $50.00, 25%');
    expect(numbers('Founding Member')).toBe('Not yet, 0%');
    const card = screen.getByRole('heading', { name: 'Big Spender' }).closest('li');
    expect(card?.textContent).toMatch(/^RareEarnedBig Spender/);
    expect(screen.getByRole('heading', { name: 'VIP Member' }).closest('li')?.textContent).toMatch(
      /^LegendaryVIP Member/,
    );
  });

  it('come with the one that is nearest (ADMIN-2.41, ADMIN-3.18)', async () => {
    shop();
    await renderPage(<AchievementsTab />);
    const next = await screen.findByRole('region', { name: 'Next achievement' });
    within(next).getByText('VIP Member');
  });

  it('say so when they could not be computed, and are asked for again', async () => {
    let isDown = true;
    shop({
      'GET /api/referrals/stats': () =>
        isDown ? fakeResponse('', { status: 500 }) : fakeResponse(referralStats()),
    });
    await renderPage(<AchievementsTab />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(again);
    await screen.findByText('3 of 8 earned');
  });
});
