import { expect } from '@jest/globals';
import type { AdminUser, Role, StaffRight } from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { adminUser as person } from './user';
import { fakeResponse } from './fake-response';
import type { mockServer } from './mock-server';
import { openPanel, panelAdmin } from './open-panel';
import { order, countsFor } from './order-lists';
import { ticket } from './ticket';

/** Nova and Finn. */
export const twoUsers = [
  person(9, { username: 'nova' }),
  person(7, { username: 'finn', totalSpent: '99.00' }),
];

/** Opens the panel's users, as an admin by default. */
export const openUsers = async (
  users: AdminUser[] = twoUsers,
  answers: Parameters<typeof mockServer>[0] = {},
  {
    role = 'admin',
    rights = [],
    address = '/admin?tab=users',
  }: { role?: Role; rights?: StaffRight[]; address?: string } = {},
) => {
  const asked: string[] = [];
  const { calls, ...page } = await openPanel(
    {
      'GET /api/admin/check-auth': () => fakeResponse({ ...panelAdmin, role, rights }),
      'GET /api/admin/counts': () => fakeResponse({ ...countsFor([]), users: 1234 }),
      'GET /api/admin/users': (_, at) => {
        asked.push(at.search);
        return fakeResponse(users, { headers: { 'x-total-count': '1234', 'stream-seq': '10' } });
      },
      'GET /api/admin/users/9/ledger': () =>
        fakeResponse([
          {
            id: 1,
            balance: 'credit',
            reason: 'purchase',
            amount: '5.00',
            after: '5.00',
            checkout: null,
            orderId: null,
            rewardKey: null,
            createdAt: '2025-11-04T20:15:00.000Z',
          },
        ]),
      'GET /api/admin/users/9/tickets': () =>
        fakeResponse([
          ticket({
            id: 12,
            userId: 9,
            subject: 'Wrong <b>island</b>',
            status: 'in_progress',
            createdAt: '2025-11-04T22:15:00.000Z',
          }),
        ]),
      'GET /api/admin/users/9/orders': () => fakeResponse([order({ id: 41, productName: 'Wings' })]),
      'GET /api/admin/users/9/events': () =>
        fakeResponse([
          {
            id: 'audit-1',
            action: 'user.block',
            actor: 'operator',
            detail: { reason: 'fraud' },
            createdAt: '2025-11-05T20:15:00.000Z',
          },
        ]),
      ...answers,
    },
    address,
  );
  await screen.findByRole('heading', { name: /^Benutzer/, hidden: true });
  if (users.length > 0) await waitFor(() => expect(rowIds().length).toBeGreaterThan(0));
  return { ...page, asked, sent: () => calls.filter(({ call }) => !call.startsWith('GET')) };
};
export const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
export const rowIds = () => rows().map(({ dataset }) => Number(dataset['row']));
/** Returns Nova's field of store credit in the list. */
export const novasCreditField = () =>
  screen.getAllByLabelText<HTMLInputElement>('Shop-Guthaben von nova')[0]!;
