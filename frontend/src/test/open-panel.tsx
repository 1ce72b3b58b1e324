import { jest } from '@jest/globals';
import { STAFF_RIGHTS } from '@pax/contracts';
import { AdminPage } from '../features/panel/admin-page';
import { answer } from './answer';
import { mockServer } from './mock-server';
import { order, countsFor } from './order-lists';
import { renderPage } from './render-page';
import { user } from './user';

export const panelAdmin = { isAuthorizedUser: true, role: 'admin', rights: STAFF_RIGHTS, blocked: false };
export const coinPool = { coinStock: 435e6, held: 0, free: 435e6, version: 1 };

/** Opens the panel as its admin, with one order and an empty archive unless told otherwise. */
export const openPanel = async (answers: Parameters<typeof mockServer>[0], address = '/admin') => {
  const calls = mockServer({
    'GET /api/auth/me': () => answer(user({ username: 'operator', role: 'admin', isAuthorizedUser: true })),
    'GET /api/admin/check-auth': () => answer(panelAdmin),
    'GET /api/admin/orders': () => answer([order()], { headers: { 'x-total-count': '1' } }),
    'GET /api/admin/orders/archived': () => answer([], { headers: { 'x-total-count': '0' } }),
    'GET /api/admin/counts': () => answer(countsFor([order()])),
    'GET /api/admin/coin-stock': () => answer(coinPool),
    'GET /api/products': () => answer([]),
    ...answers,
  });
  const onLogout = jest.fn();
  const reload = jest.fn();
  const page = await renderPage(<AdminPage onLogout={onLogout} reload={reload} />, address);
  return { ...page, calls, onLogout, reload };
};
