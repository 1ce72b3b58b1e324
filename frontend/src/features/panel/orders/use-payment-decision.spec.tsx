import { expect, it } from '@jest/globals';
import { DEFAULT_STAFF_RIGHTS } from '@pax/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { order } from '../../../test/order-lists';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { AdminPage } from '../admin-page';
import { applyOrderState } from './order-list-cache';

it('a refund is refused where somebody else gave a part back while its question was open (OWN-1288)', async () => {
  const delivered = order({ id: 3, version: 4, status: 'completed' });
  const calls = mockServer({
    'GET /api/auth/me': () => fakeResponse(user({ username: 'operator' })),
    'GET /api/admin/check-auth': () =>
      fakeResponse({ isAuthorizedUser: true, role: 'admin', rights: DEFAULT_STAFF_RIGHTS, blocked: false }),
    'GET /api/admin/orders': () => fakeResponse([delivered]),
    'GET /api/admin/orders/archived': () => fakeResponse([]),
    'GET /api/products': () => fakeResponse([]),
    'POST /api/admin/orders/3/refund': () => problemResponse(409, 'STALE', 'changed meanwhile'),
  });
  const { client, toasts } = await renderPage(<AdminPage onLogout={() => undefined} />, '/admin');
  await userEvent.click(await screen.findByRole('button', { name: /Bestellung #3 öffnen/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Bestellung #3' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Erstatten' }));
  await userEvent.type(sheet.getByLabelText(/^Betrag/), '5');
  act(() => applyOrderState(client, { ...delivered, paymentStatus: 'partly_refunded', version: 5 }));
  await userEvent.click(sheet.getByRole('button', { name: 'Ja, erstatten' }));
  await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error' }]));
  expect(calls.find(({ call }) => call === 'POST /api/admin/orders/3/refund')?.body).toEqual({
    version: 4,
    restock: false,
    amount: '5.00',
  });
});
