import { jest } from '@jest/globals';
import { STAFF_RIGHTS } from '@pax/contracts';
import { AdminPage } from '../features/panel/admin-page';
import { fakeResponse } from './fake-response';
import { mockServer } from './mock-server';
import { order, countsFor } from './order-lists';
import { renderPage } from './render-page';
import { user } from './user';

export const panelAdmin = { isAuthorizedUser: true, role: 'admin', rights: STAFF_RIGHTS, blocked: false };
export const coinPool = { coinStock: 435e6, held: 0, free: 435e6, version: 1 };

/** Opens the panel as an admin, with one order and an empty archive by default. */
export const openPanel = async (answers: Parameters<typeof mockServer>[0], address = '/admin') => {
  const calls = mockServer({
    'GET /api/auth/me': () =>
      fakeResponse(user({ username: 'operator', role: 'admin', isAuthorizedUser: true })),
    'GET /api/admin/check-auth': () => fakeResponse(panelAdmin),
    'GET /api/admin/orders': () => fakeResponse([order()], { headers: { 'x-total-count': '1' } }),
    'GET /api/admin/orders/views': () => fakeResponse({ overdue: 0, soon: 0, mine: 0, priority: 0 }),
    'GET /api/admin/orders/archived': () => fakeResponse([], { headers: { 'x-total-count': '0' } }),
    'GET /api/admin/counts': () => fakeResponse(countsFor([order()])),
    'GET /api/admin/coin-stock': () => fakeResponse(coinPool),
    'GET /api/products': () => fakeResponse([]),
    ...answers,
  });
  const onLogout = jest.fn();
  const reload = jest.fn();
  const page = await renderPage(<AdminPage onLogout={onLogout} reload={reload} />, address);
  return { ...page, calls, onLogout, reload };
};
