import { expect, it } from '@jest/globals';
import { DEFAULT_STAFF_RIGHTS } from '@pax/contracts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer } from '../../../test/mock-server';
import { order } from '../../../test/order-lists';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { AdminPage } from '../admin-page';

const sums = (cash: string, storeCredit = '0.00', bonus = '0.00') => ({ cash, storeCredit, bonus });

/** Asks about the refund of order 3, of which `answer` tells the sums for an amount; null for the whole rest. */
async function askAboutRefund(answer: (amount: string | null) => object) {
  mockServer({
    'GET /api/auth/me': () => fakeResponse(user({ username: 'operator' })),
    'GET /api/admin/check-auth': () =>
      fakeResponse({ isAuthorizedUser: true, role: 'admin', rights: DEFAULT_STAFF_RIGHTS, blocked: false }),
    'GET /api/admin/orders': () => fakeResponse([order({ id: 3, version: 4, status: 'completed' })]),
    'GET /api/admin/orders/archived': () => fakeResponse([]),
    'GET /api/products': () => fakeResponse([]),
    'GET /api/admin/orders/3/refund': (_, { searchParams }) =>
      fakeResponse({ refundable: '8.50', ...answer(searchParams.get('amount')) }),
  });
  await renderPage(<AdminPage onLogout={() => undefined} />, '/admin');
  await userEvent.click(await screen.findByRole('button', { name: /Bestellung #3 öffnen/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Bestellung #3' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Erstatten' }));
  return sheet;
}

it.each([
  [sums('8.50', '2.00', '1.00'), 'Zurück gehen $8.50 + $2.00 Guthaben + $1.00 Bonus.'],
  [sums('8.50'), 'Zurück gehen $8.50.'],
  [sums('0.00', '5.00'), 'Zurück gehen $5.00 Guthaben.'],
  [sums('0.00'), 'Zurück gehen $0.00.'],
])('names the sums before a refund is confirmed: %j (OWN-1300)', async (goesBack, text) => {
  const sheet = await askAboutRefund(() => ({ goesBack }));
  expect(await sheet.findByText(/^Zurück gehen/)).toHaveProperty('textContent', text);
});

it('names the sums of the typed amount, or the most that can go back, and nothing for none (OWN-1300)', async () => {
  const parts: Record<string, object> = { '4.00': { goesBack: sums('4.00', '0.94') }, '9.00': {} };
  const sheet = await askAboutRefund((amount) => parts[amount ?? ''] ?? { goesBack: sums('8.50', '2.00') });
  const amount = sheet.getByLabelText(/^Betrag/);
  await userEvent.type(amount, '4');
  await sheet.findByText('Zurück gehen $4.00 + $0.94 Guthaben.');
  await userEvent.clear(amount);
  await userEvent.type(amount, '9');
  await sheet.findByText('Höchstens $8.50 lassen sich erstatten.');
  await userEvent.clear(amount);
  await userEvent.type(amount, '-');
  expect(sheet.queryByText(/^Zurück gehen|^Höchstens/)).toBeNull();
  await userEvent.clear(amount);
  await sheet.findByText('Zurück gehen $8.50 + $2.00 Guthaben.');
});
