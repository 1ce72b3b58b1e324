import { describe, expect, it, jest } from '@jest/globals';
import type { ReceiptAnswer } from '@pax/contracts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { quote } from '../../../test/checkout-answer';
import { renderPage } from '../../../test/render-page';
import { ReceiptPage } from './receipt-page';

const REF = 'AAAAAAAAAAAAAAAAAAAAAA';
const receipt: ReceiptAnswer = {
  seller: { name: 'Lantern Trading', address: ['Lantern Lane 1', '10115 Berlin'], email: null, taxId: 'DE1' },
  checkout: REF,
  state: 'refunded',
  method: 'wallet',
  inGameName: 'MaraRedstone',
  discordName: 'mara.redstone',
  quote: quote({
    lines: [{ id: 1, name: 'Wings', quantity: 2, unitPrice: '10.00', linePrice: '20.00', discount: '0.80' }],
    subtotal: '20.00',
    discounts: { referral: '0.00', tier: '0.80', tierPercent: 4, reward: '0.00' },
    discountedTotal: '19.20',
    storeCreditUsed: '5.00',
    total: '14.20',
  }),
  total: '14.20',
  points: 142,
  orders: [17, 18],
  placedAt: '2025-11-03T20:15:00.000Z',
  paidAt: '2025-11-03T20:16:00.000Z',
  refunds: [
    {
      amount: '4.00',
      state: 'done',
      requestedAt: '2025-11-04T08:00:00.000Z',
      doneAt: '2025-11-04T08:01:00.000Z',
    },
    { amount: '10.20', state: 'requested', requestedAt: '2025-11-05T08:00:00.000Z', doneAt: null },
  ],
  storeCreditBack: '5.00',
  referralBonusBack: '0.00',
};
const open = (given: () => Response, reference = REF) => {
  mockServer({ [`GET /api/checkouts/${REF}/receipt`]: given });
  return renderPage(<ReceiptPage />, `/receipt?checkout=${reference}`);
};

describe('the receipt page (OWN-504)', () => {
  it('shows seller, every step of the price, times, and what went back with its state', async () => {
    await open(() => fakeResponse(receipt));
    const paper = within(await screen.findByRole('article', { name: 'Receipt' }));
    for (const text of [
      'Lantern Trading',
      '10115 Berlin',
      'Tax no. DE1',
      REF,
      '2025-11-03 20:16 UTC',
      'PayPal',
    ])
      paper.getByText(text);
    const rows = paper.getAllByRole('definition').map((cell) => {
      const term = cell.previousElementSibling?.textContent;
      return `${term}: ${cell.textContent}`;
    });
    expect(rows[0]).toBe('Orders: #17, #18');
    expect(rows.slice(5)).toEqual([
      '2 × Wings$10.00 each: $20.00',
      'Subtotal: $20.00',
      'Membership discount (4%): −$0.80',
      'After discounts: $19.20',
      'Store credit: −$5.00',
      'Total paid: $14.20',
      expect.stringMatching(/^Refunded on 04\.11\.2025.*: \$4\.00$/),
      expect.stringMatching(/^Refund requested on 05\.11\.2025.*: \$10\.20$/),
      'Store credit returned: $5.00',
    ]);
  });

  it('prints itself', async () => {
    const print = jest.fn();
    globalThis.print = print;
    await open(() => fakeResponse(receipt));
    await userEvent.click(await screen.findByRole('button', { name: 'Print or save as PDF' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('leads a visitor to signing in and back, and anybody else to the own orders', async () => {
    await open(() => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.'));
    const signIn = await screen.findByRole('link', { name: 'Sign in' });
    expect(signIn.getAttribute('href')).toBe(`/login?next=${encodeURIComponent(`/receipt?checkout=${REF}`)}`);
  });

  it('says so where there is none', async () => {
    await open(() => problemResponse(404, 'NOT_FOUND', 'There is nothing here.'));
    await screen.findByText('No receipt here');
    screen.getByRole('link', { name: 'My orders' });
  });
});
