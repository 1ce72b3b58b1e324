import { describe, expect, it } from '@jest/globals';
import type { OrderBuyer } from '@pax/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { ticket } from '../../../test/ticket';
import { ticketsLive } from '../tickets/ticket-queries';

const AT = '2025-11-01T20:15:00.000Z';
const buyer: OrderBuyer = {
  userId: 12,
  username: 'nova',
  deleted: false,
  account: {
    membershipTier: 'gold',
    createdAt: AT,
    blocked: false,
    blockedAt: null,
    spent: '1234.50',
    blocks: 2,
  },
  orders: {
    total: 10_001,
    newest: [{ id: 7, productName: 'Elytra', quantity: 2, status: 'completed', createdAt: AT }],
  },
  openTickets: {
    total: 1,
    newest: [{ id: 5, subject: 'Where is it?', status: 'open', createdAt: AT }],
  },
  isOnlyPurchase: false,
  disputes: { open: 1, won: 2, lost: 0 },
};

const openCard = async (answer: () => Response) => {
  const page = await openPanel({ 'GET /api/admin/orders/1/buyer': answer }, '/admin?filter=open&open=1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Bestellung #1' }));
  return { ...page, sheet };
};

describe('the buyer on the sheet of an order', () => {
  it('leads to the account, its other orders and its open tickets (OWN-1574)', async () => {
    const { sheet } = await openCard(() => fakeResponse(buyer));
    const account = await sheet.findByRole('link', { name: 'nova' });
    expect(account.getAttribute('href')).toBe('/admin?tab=users&open=12');
    const card = account.closest('section')?.textContent;
    for (const text of ['Gold', '01.11.2025', '$1,234.50', '1 offen, 2 gewonnen', '2-mal'])
      expect(card).toContain(text);
    const orders = within(sheet.getByRole('list', { name: 'Weitere Bestellungen (10,000+)' }));
    expect(orders.getByRole('link', { name: '#7' }).getAttribute('href')).toBe('/admin?filter=open&open=7');
    const tickets = within(sheet.getByRole('list', { name: 'Offene Tickets (1)' }));
    expect(tickets.getByRole('link').getAttribute('href')).toBe('/admin?tab=tickets&open=5');
  });

  it('says in words what there is not, and shows nothing that the answer left out (OWN-1574)', async () => {
    const { sheet } = await openCard(() =>
      fakeResponse({
        ...buyer,
        account: null,
        openTickets: null,
        orders: { total: 0, newest: [] },
        disputes: { open: 0, won: 0, lost: 0 },
      }),
    );
    await sheet.findByText('Keine weiteren Bestellungen.');
    expect(sheet.getByText('keine')).toBeTruthy();
    for (const text of [/Ausgegeben/, /Ticket/, /Gesperrt/, /Einziger Kauf/])
      expect(sheet.queryByText(text)).toBeNull();
  });

  it('says that it is the only purchase, also beside a join reward (OWN-1574)', async () => {
    const { sheet } = await openCard(() => fakeResponse({ ...buyer, isOnlyPurchase: true }));
    await sheet.findByText('Einziger Kauf dieses Kontos.');
    expect(sheet.getByRole('link', { name: '#7' })).toBeTruthy();
  });

  it('is a sentence for a deleted account (OWN-1574)', async () => {
    const { sheet } = await openCard(() => fakeResponse({ ...buyer, username: 'deleted-12', deleted: true }));
    await sheet.findByText(/^Dieses Konto wurde gelöscht/);
    expect(sheet.queryByRole('link', { name: 'deleted-12' })).toBeNull();
  });

  it('says so when it could not be loaded', async () => {
    const { sheet } = await openCard(() => problemResponse(403, 'FORBIDDEN', 'no'));
    expect(await sheet.findByText('Der Käufer konnte nicht geladen werden.')).toBeTruthy();
  });

  it('follows what happens to the account, and to no other (OWN-1574)', async () => {
    let asked = 0;
    const { client, sheet } = await openCard(() => {
      asked += 1;
      return fakeResponse({ ...buyer, username: `nova ${asked}` });
    });
    await sheet.findByRole('link', { name: 'nova 1' });
    const message = { room: 'admin', id: 'e', occurredAt: AT, version: 1, seq: 1 } as const;
    const hear = (userId: number) =>
      act(async () =>
        ticketsLive.handlers.ticket?.(
          { ...message, type: 'ticket.opened', data: ticket({ id: 9, userId }) },
          client,
        ),
      );
    await hear(13);
    await hear(12);
    await sheet.findByRole('link', { name: 'nova 2' });
    await waitFor(() => expect(asked).toBe(2));
  });
});
