import { describe, expect, it } from '@jest/globals';
import type { LedgerEntry } from '@pax/contracts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { HistoryTab } from './history-tab';

const REF = 'AAAAAAAAAAAAAAAAAAAAAA';
const entry = (id: number, changes: Partial<LedgerEntry>): LedgerEntry => ({
  id,
  balance: 'credit',
  reason: 'purchase',
  amount: '-5.00',
  after: '0.00',
  checkout: null,
  orderId: null,
  rewardKey: null,
  createdAt: '2025-11-03T20:15:00.000Z',
  ...changes,
});
const first = [
  entry(9, { checkout: REF }),
  entry(8, {
    balance: 'points',
    reason: 'reward',
    amount: '-1000',
    after: '-50',
    rewardKey: 'store-credit-5',
  }),
];
const second = [entry(7, { reason: 'refund', amount: '5.00', after: '5.00', orderId: 12 })];

const shop = () =>
  mockServer({
    'GET /api/account/ledger': (_, { searchParams }) => {
      if (searchParams.get('state') === 'bonus') return fakeResponse([]);
      const isFirst = searchParams.get('cursor') === null;
      const link = '</api/account/ledger?limit=25&cursor=8>; rel="next"';
      return fakeResponse(
        isFirst ? first : second,
        isFirst ? { headers: { link, 'x-total-count': '3' } } : {},
      );
    },
  });
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the history of the own balances (OWN-507)', () => {
  it('says why, how much and what was left, page by page', async () => {
    shop();
    await renderPage(<HistoryTab />);
    await screen.findByText('Used for a purchase');
    expect(rows()).toEqual([
      expect.stringMatching(
        /^Used for a purchase03\.11\.2025.*\s· Store credit\s· Receipt−\$5\.00\$0\.00 after it$/,
      ),
      expect.stringMatching(/^Reward: \$5 Store Credit.*\s· Points−1,00050 to be deducted after it$/),
    ]);
    expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
      `/receipt?checkout=${REF}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('Order #12 refunded');
    expect(rows()[2]).toMatch(/\+\$5\.00\$5\.00 after it$/);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('shows one balance alone', async () => {
    shop();
    await renderPage(<HistoryTab />);
    await screen.findByText('Used for a purchase');
    await userEvent.click(screen.getByRole('radio', { name: 'Bonus' }));
    await screen.findByText('Nothing booked yet');
  });

  it('keeps its rows while another balance is read, so that the page does not jump', async () => {
    let arrive: (bonus: Response) => void = () => undefined;
    mockServer({
      'GET /api/account/ledger': (_, { searchParams }) =>
        searchParams.get('state') === 'bonus'
          ? new Promise<Response>((resolve) => (arrive = resolve))
          : fakeResponse(first),
    });
    await renderPage(<HistoryTab />);
    await screen.findByText('Used for a purchase');
    await userEvent.click(screen.getByRole('radio', { name: 'Bonus' }));
    expect(rows()).toHaveLength(2);
    arrive(fakeResponse([]));
    await screen.findByText('Nothing booked yet');
  });
});
