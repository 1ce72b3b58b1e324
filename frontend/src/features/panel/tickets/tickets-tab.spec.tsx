import { beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_RIGHTS, ticketCalls, type AdminTicket, type RoomMessage } from '@pax/contracts';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse, type mockServer } from '../../../test/mock-server';
import { countsFor } from '../../../test/order-lists';
import { openPanel } from '../../../test/open-panel';
import { ticket } from '../../../test/ticket';
import { user } from '../../../test/user';
import { queryKeyFor } from '../../../lib/http/call-api';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { adminLive } from '../layout/panel-tabs';
import { applyTicketState, isWaitingTicket, ticketListRuleFor } from './ticket-queries';

const LIST = 'GET /api/admin/support-tickets';
const ENDED = { status: 'resolved', response: 'It waits.', endedAt: '2025-11-04T09:00:00.000Z' } as const;
const tickets = [
  ticket({ id: 4, priority: 'urgent', subject: 'Wrong island' }),
  ticket({ id: 3, priority: 'low', tier: 'platinum', prioritySupport: true, username: 'nova', userId: 7 }),
  ticket({ id: 2, status: 'in_progress' }),
  ticket({ id: 1, ...ENDED }),
];

const open = async (
  all: AdminTicket[] = tickets,
  answers: Parameters<typeof mockServer>[0] = {},
  address = '/admin?tab=tickets',
) => {
  const { calls, ...page } = await openPanel(
    {
      'GET /api/admin/counts': () =>
        fakeResponse({
          ...countsFor([]),
          tickets: all.filter(isWaitingTicket).length,
          endedTickets: all.filter((one) => !isWaitingTicket(one)).length,
        }),
      [LIST]: (_, { searchParams }) => {
        const asked = (field: string) => searchParams.get(field) ?? '';
        const { includes, compare } = ticketListRuleFor({
          state: asked('state'),
          sort: asked('sort'),
          q: asked('q'),
        });
        return fakeResponse(all.filter(includes).toSorted(compare));
      },
      ...answers,
    },
    address,
  );
  await screen.findByRole('heading', { level: 2, name: 'Support-Tickets' });
  if (all.length > 0) await waitFor(() => expect(rows().length).toBeGreaterThan(0));
  return { ...page, sent: () => calls.filter(({ call }) => !call.startsWith('GET')) };
};
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const ids = () => rows().map(({ dataset }) => Number(dataset['row']));
const row = (id: number) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)!;
const view = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
const openSheet = async (id: number) => {
  await userEvent.click(within(row(id)).getByRole('button'));
  return screen.findByRole('dialog', { name: `Ticket #${id}` });
};
const closeSheet = async () => {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const press = (sheet: HTMLElement, name: string) =>
  userEvent.click(within(sheet).getAllByRole('button', { name }).at(-1)!);

// The tab is loaded when it is opened, which a cold start would wait for.
beforeAll(async () => {
  await import('./tickets-tab');
});

it('says of a ticket from Discord, which has no e-mail address, where it is from', async () => {
  await open([ticket({ id: 5, email: '', name: 'coalheart' })]);
  expect(within(row(5)).getAllByText(/Aus Discord/)).not.toHaveLength(0);
  const sheet = await openSheet(5);
  within(sheet).getByText('Aus Discord');
  expect(within(sheet).queryByRole('button', { name: /E-Mail/ })).toBeNull();
});

describe('the list of tickets', () => {
  it('shows what waits by urgency, priority support first, and counts it beside the tab (ADMIN-2.9, OWN-163)', async () => {
    await open();
    expect(ids()).toEqual([3, 4, 2]);
    within(row(3)).getByText('Vorrang · Platin');
    const link = screen.getByRole('link', { name: /Support-Tickets/ });
    await waitFor(() => expect(link.textContent).toContain('3'));
    await view(/Erledigt 1/);
    await waitFor(() => expect(ids()).toEqual([1]));
    await view(/Alle 4/);
    await waitFor(() => expect(ids()).toEqual([3, 4, 2, 1]));
  });

  it('searches as one types, and says when nothing fits', async () => {
    await open();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Tickets durchsuchen' }), 'island');
    await waitFor(() => expect(ids()).toEqual([4]));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Tickets durchsuchen' }), 's');
    await screen.findByText('Kein Ticket passt zu „islands“.');
  });

  it('is ordered by urgency or newest first, which stands in the address with view and search, however fast they follow', async () => {
    const { at } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Dringende zuerst' }));
    const offered = await screen.findAllByRole('menuitemradio');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Neueste zuerst', 'Dringende zuerst']);
    await userEvent.click(offered[0]!);
    await view(/Alle 4/);
    await waitFor(() => expect(ids()).toEqual([3, 4, 2, 1]));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Tickets durchsuchen' }), 'island');
    await waitFor(() => expect(ids()).toEqual([4]));
    expect(at()).toBe('/admin?tab=tickets&sort=newest&filter=all&q=island');
  });

  it('is that of its address', async () => {
    await open(tickets, {}, '/admin?tab=tickets&sort=newest&filter=all&q=elytra');
    await waitFor(() => expect(ids()).toEqual([3, 2, 1]));
    screen.getByRole('button', { name: 'Neueste zuerst' });
    expect(screen.getByRole('radio', { name: /Alle 4/ })).toMatchObject({ checked: true });
    expect(screen.getByRole('searchbox', { name: 'Tickets durchsuchen' })).toMatchObject({ value: 'elytra' });
  });

  it('says that there is none, and that it could not be loaded', async () => {
    await open([]);
    await screen.findByText('Keine offenen Tickets');
    cleanup();
    await open([], { [LIST]: () => problemResponse(403, 'FORBIDDEN', 'no') });
    await screen.findByText('Die Tickets konnten nicht geladen werden.');
  });
});

describe('a ticket', () => {
  it('shows id, status, priority, subject, sender, time, message and answer (ADMIN-2.33, ADMIN-4.6)', async () => {
    await open([ticket({ id: 5, priority: 'high' }), ticket({ ...ENDED })]);
    for (const part of ['5', 'Offen', 'Hoch', 'Elytra did not arrive', 'Jürgen', 'juergen@example.org'])
      expect(row(5).textContent).toContain(part);
    expect(row(5).textContent).toMatch(/0[34]\.11\.25, \d\d:\d\d/);
    const sheet = await openSheet(5);
    within(sheet).getByText(/I was online\.\s+Nobody came\./);
    await closeSheet();
    await view(/Erledigt/);
    const ended = await openSheet(1);
    within(ended).getByText('It waits.');
    within(ended).getByText(/04\.11\.2025/);
  });

  it('says who wrote it as the shop knows it, and sets the typed name and orders apart, with links (OWN-1340, OWN-1576)', async () => {
    const named = (isOwn: boolean) => ({ name: 'nova', namedOrders: [{ id: 17, isOwn }] });
    const rival = { userId: 8, username: 'rival', discordId: '184303546217549906', discordUsername: 'riv' };
    await open([
      ticket({ id: 7, ...named(false) }),
      ticket({ id: 6, ...named(false), ...rival }),
      ticket({ id: 5, ...named(true), userId: 7, username: 'nova' }),
    ]);
    for (const [id, texts] of [
      [7, ['Besucher (nicht angemeldet)', 'Angegebener Name: nova', '#17 (nur angegeben)']],
      [6, ['Konto rival', 'Discord riv', 'Angegebener Name: nova', '#17 (nicht von diesem Konto)']],
      [5, ['Konto nova', '#17, eigene Bestellung']],
    ] as const) {
      expect(row(id).textContent).toContain(texts[0]);
      expect(within(row(id)).getByRole('button').getAttribute('aria-label')).toContain(`von ${texts[0]},`);
      const sheet = await openSheet(id);
      for (const text of texts) expect(within(sheet).getAllByText(text)).not.toHaveLength(0);
      expect(sheet.textContent?.includes('Angegebener Name')).toBe(id !== 5);
      const addresses = within(sheet)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
      expect(addresses).toContain('/admin?open=17');
      expect(addresses.includes(`/admin?tab=users&open=${id === 6 ? 8 : 7}`)).toBe(id !== 7);
      await closeSheet();
    }
  });

  it('shows how its sender rated the answer (OWN-557)', async () => {
    await open([ticket({ id: 4 }), ticket({ ...ENDED, rating: 4 }), ticket({ id: 2, ...ENDED })]);
    await view(/Erledigt/);
    within(await openSheet(1)).getByText('4 von 5 Sternen');
    await closeSheet();
    expect(within(await openSheet(2)).queryByText(/Sternen/)).toBeNull();
  });

  it('shows its pictures, which open large (OWN-529)', async () => {
    const file = `${'a'.repeat(64)}.webp`;
    await open([ticket({ id: 4, attachments: [{ file, width: 640, height: 480 }] })]);
    const sheet = await openSheet(4);
    const src = `/api/support-tickets/4/attachments/${file}`;
    expect(sheet.querySelector('img')?.getAttribute('src')).toBe(src);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Bild 1 von 1' }));
    const large = await screen.findByRole('dialog', { name: 'Bild 1 von 1' });
    expect(large.querySelector('img')?.getAttribute('src')).toBe(src);
  });

  it('offers its actions while it waits, none when it ended (ADMIN-2.34, ADMIN-2.36)', async () => {
    const { sent } = await open();
    for (const [id, isTaken] of [
      [4, 'false'],
      [2, 'true'],
    ] as const) {
      const sheet = await openSheet(id);
      const offered = within(within(sheet).getByRole('group', { name: 'Schritte' })).getAllByRole('button');
      expect(offered.map(({ textContent }) => textContent)).toEqual([
        'Antworten',
        'In Bearbeitung',
        'Schließen',
      ]);
      expect(offered[1]?.getAttribute('aria-pressed')).toBe(isTaken);
      if (isTaken === 'true') await userEvent.click(offered[1]!);
      await closeSheet();
    }
    expect(sent()).toEqual([]);
    await view(/Erledigt/);
    const ended = await openSheet(1);
    expect(within(ended).queryByRole('group', { name: 'Schritte' })).toBeNull();
    expect(within(ended).queryByRole('textbox')).toBeNull();
  });

  it('is taken by its version (ADMIN-8.3)', async () => {
    const { toasts, sent } = await open(tickets, {
      'PUT /api/support-tickets/4': () => fakeResponse(ticket({ id: 4, status: 'in_progress', version: 2 })),
    });
    const sheet = await openSheet(4);
    await press(sheet, 'In Bearbeitung');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Ticket Status Updated'));
    expect(sent().map(({ body }) => body)).toEqual([{ status: 'in_progress', version: 1 }]);
    expect(row(4).textContent).toContain('In Bearbeitung');
    const taken = within(sheet).getByRole('button', { name: 'In Bearbeitung', pressed: true });
    expect(document.activeElement).toBe(taken);
  });

  it('is answered in a box of 4 rows, which resolves it; spaces alone are not sent (ADMIN-2.35, ADMIN-8.3, ADMIN-5.12)', async () => {
    const { toasts, sent } = await open(tickets, {
      'POST /api/support-tickets/4/respond': () => fakeResponse(ticket({ id: 4, ...ENDED, version: 2 })),
    });
    const sheet = await openSheet(4);
    await press(sheet, 'Antworten');
    const box = within(sheet).getByRole('textbox', { name: 'Antwort' });
    expect(box.getAttribute('rows')).toBe('4');
    const send = within(sheet).getByRole('button', { name: 'Senden und erledigen' });
    await userEvent.type(box, ' {Enter}');
    expect(send.hasAttribute('disabled')).toBe(true);
    await userEvent.type(box, 'It waits.');
    await userEvent.click(send);
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({ title: 'Response Sent', description: 'Ticket #4 ist erledigt.' }),
    );
    expect(sent().map(({ body }) => body)).toEqual([{ response: ' \nIt waits.', version: 1 }]);
    await waitFor(() => expect(ids()).toEqual([3, 2]));
    within(sheet).getByText('Beantwortet');
  });

  it('is closed without an answer only when that is said twice (ADMIN-8.3)', async () => {
    const { sent, toasts } = await open(tickets, {
      'PUT /api/support-tickets/4': () =>
        fakeResponse(ticket({ id: 4, status: 'closed', endedAt: ENDED.endedAt, version: 2 })),
    });
    const sheet = await openSheet(4);
    await press(sheet, 'Schließen');
    expect(sent()).toEqual([]);
    await press(sheet, 'Ja, schließen');
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ status: 'closed', version: 1 }]));
    await within(sheet).findByText(/Ohne Antwort geschlossen am/);
    expect(toasts.at(-1)).toMatchObject({ title: 'Ticket Status Updated', kind: 'success' });
  });

  it.each([
    ['that somebody else changed is said so, and keeps what was written (OWN-195)', 409, 'STALE', 'geändert'],
    ['of the own account is said so (OWN-890)', 403, 'OWN_TICKET', 'ist dein eigenes'],
  ])('%s', async (_, status, code, words) => {
    const { toasts } = await open(tickets, {
      'POST /api/support-tickets/4/respond': () => problemResponse(status, code, 'no'),
    });
    const sheet = await openSheet(4);
    await press(sheet, 'Antworten');
    await userEvent.type(within(sheet).getByRole('textbox', { name: 'Antwort' }), 'Mine');
    await press(sheet, 'Senden und erledigen');
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Fehler', kind: 'error' }));
    expect(toasts.at(-1)?.description).toContain(words);
    await closeSheet();
    const again = await openSheet(4);
    expect(within(again).getByRole('textbox', { name: 'Antwort' })).toMatchObject({ value: 'Mine' });
  });

  it.each([
    ['no steps for staff, but the reason', 'staff', 0],
    ['those of any other for an admin', 'admin', 1],
  ] as const)('of the own account has %s (OWN-890)', async (_, role, groups) => {
    const holder = { role, rights: [...STAFF_RIGHTS], isAuthorizedUser: true };
    await open([ticket({ id: 5, userId: 7, username: 'nova' }), ticket({ id: 4, userId: 8 })], {
      'GET /api/auth/me': () => fakeResponse(user({ ...holder, id: 7 })),
      'GET /api/admin/check-auth': () => fakeResponse({ ...holder, blocked: false }),
    });
    const sheet = await openSheet(5);
    const words = 'Das ist dein eigenes Ticket. Jemand anderes aus dem Team bearbeitet es.';
    expect(within(sheet).queryAllByText(words)).toHaveLength(1 - groups);
    expect(within(sheet).queryAllByRole('group', { name: 'Schritte' })).toHaveLength(groups);
    await closeSheet();
    within(await openSheet(4)).getByRole('group', { name: 'Schritte' });
  });

  it('has notes that are read and written beside it (OWN-520)', async () => {
    const note = { id: 9, author: 'operator', text: 'Asked nova.', createdAt: '2025-11-03T21:00:00.000Z' };
    const { sent } = await open([ticket({ id: 6, notes: 1 })], {
      'GET /api/admin/support-tickets/6/notes': () => fakeResponse([note]),
      'POST /api/admin/support-tickets/6/notes': () => fakeResponse(note, { status: 201 }),
    });
    const sheet = await openSheet(6);
    await within(sheet).findByText('Asked nova.');
    await userEvent.type(within(sheet).getByRole('textbox', { name: 'Notiz' }), 'Paid twice');
    await press(sheet, 'Notiz speichern');
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ text: 'Paid twice' }]));
    await waitFor(() =>
      expect(within(sheet).getByRole('textbox', { name: 'Notiz' })).toMatchObject({ value: '' }),
    );
  });
});

describe('what was begun at a ticket', () => {
  /** Takes the focus out of a field, so that the keys move. */
  const leave = (field: HTMLElement) => act(() => field.blur());

  it('stays with it when j and k show others: no note and no answer goes on to the next', async () => {
    const { sent } = await open();
    const note = (sheet: HTMLElement) => within(sheet).getByRole('textbox', { name: 'Notiz' });
    const reply = (sheet: HTMLElement) => within(sheet).getByRole('textbox', { name: 'Antwort' });
    const first = await openSheet(3);
    await press(first, 'Antworten');
    await userEvent.type(reply(first), 'It waits');
    await userEvent.type(note(first), 'Paid twice');
    leave(note(first));
    await userEvent.keyboard('j');
    const next = await screen.findByRole('dialog', { name: 'Ticket #4' });
    expect(note(next)).toMatchObject({ value: '' });
    expect(within(next).queryByRole('textbox', { name: 'Antwort' })).toBeNull();
    await userEvent.keyboard('k');
    expect(reply(await screen.findByRole('dialog', { name: 'Ticket #3' }))).toMatchObject({
      value: 'It waits',
    });
    expect(sent()).toEqual([]);
  });
});

describe('live', () => {
  const message = (data: AdminTicket, type: RoomMessage['type'], seq: number): RoomMessage => ({
    room: 'admin',
    seq,
    id: `e${seq}`,
    type,
    occurredAt: data.createdAt,
    version: data.version,
    data,
  });

  it('a new ticket appears, is marked and counted; an answered one leaves (ADMIN-2.9)', async () => {
    const { client } = await open();
    const arrived = ticket({ id: 5, subject: 'Just now' });
    act(() => deliverToModule(adminLive, message(arrived, 'ticket.opened', 1), client));
    await waitFor(() => expect(ids()).toContain(5));
    expect(row(5).dataset['fresh']).toBe('');
    const link = screen.getByRole('link', { name: /Support-Tickets/ });
    await waitFor(() => expect(link.textContent).toContain('4'));
    const ended = { ...arrived, ...ENDED, version: 2 };
    act(() => deliverToModule(adminLive, message(ended, 'ticket.answered', 2), client));
    await waitFor(() => expect(ids()).not.toContain(5));
    await view(/Erledigt 2/);
    await waitFor(() => expect(link.textContent).toContain('3'));
  });

  it('the answer to an own act replaces no newer state in the sheet', () => {
    const client = new QueryClient();
    const key = queryKeyFor(ticketCalls.adminTicket, { id: 5 });
    client.setQueryData(key, ticket({ id: 5, ...ENDED, version: 3 }));
    applyTicketState(client, ticket({ id: 5, version: 2 }));
    expect(client.getQueryData(key)).toMatchObject({ version: 3 });
    applyTicketState(client, ticket({ id: 5, version: 4 }));
    expect(client.getQueryData(key)).toMatchObject({ version: 4 });
  });
});
