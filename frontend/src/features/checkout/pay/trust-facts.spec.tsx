import { beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeResponse } from '../../../test/fake-response';
import { openCheckout, replies, resetHarness } from '../../../test/open-checkout';
import { paymentMethodsAnswer, serverInfo } from '../../../test/server-info';

jest.setTimeout(30_000);
beforeEach(resetHarness);

it.each([
  [
    true,
    12,
    [
      'Full refund until the delivery begins',
      'Half of the orders of the last 30 days arrived within 12 minutes',
    ],
  ],
  [
    true,
    1,
    [
      'Full refund until the delivery begins',
      'Half of the orders of the last 30 days arrived within 1 minute',
    ],
  ],
  [
    false,
    180,
    ['No refund once goods are transferred', 'Half of the orders of the last 30 days arrived within 3 hours'],
  ],
  [false, undefined, ['No refund once goods are transferred']],
])(
  'stand where one pays: the ways, the seller, the refund and the measured delivery: %s, %s (OWN-1365)',
  async (selfCancel, measuredMinutes, expected) => {
    replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer('card', 'crypto'));
    replies['/api/seller'] = () =>
      fakeResponse({ name: 'Pax Ltd', address: [], email: null, taxId: null, evidenceDays: 540 });
    replies['/api/discord/server-info'] = () =>
      fakeResponse(
        serverInfo({ selfCancel, delivery: { coinsMinutes: 30, otherHours: 24, measuredMinutes } }),
      );
    await openCheckout();
    await screen.findByText('Sold by Pax Ltd');
    const list = screen.getByRole('list', { name: 'Before you pay' });
    const facts = () =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(facts()).toEqual(['Sold by Pax Ltd', ...expected]));
    const marks = [...list.querySelectorAll('img')].map((mark) => mark.getAttribute('src'));
    expect(marks).toEqual(['/art/pay-card.svg', '/art/pay-crypto.svg']);
  },
);
