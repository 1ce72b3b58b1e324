import { describe, expect, it } from '@jest/globals';
import { PANEL_PAGE_ROWS, type AdminUser, type Role, type StaffRight } from '@pax/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLanguage } from '../../../i18n/language-store';
import { adminUser as person } from '../../../test/admin-user';
import { answer } from '../../../test/answer';
import { problem, type mockServer } from '../../../test/mock-server';
import { openPanel, panelAdmin } from '../../../test/open-panel';
import { order } from '../../../test/order';
import { countsFor } from '../../../test/order-lists';
import { ticket } from '../../../test/ticket';
import { renderUi } from '../../../test/render';
import { TierName } from './user-row';
import { SORTS_WITHOUT_MONEY } from './user-filter';
import { usersLive } from './users-live';

const two = [person(9, { username: 'nova' }), person(7, { username: 'finn', totalSpent: '99.00' })];

const open = async (
  users: AdminUser[] = two,
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
      'GET /api/admin/check-auth': () => answer({ ...panelAdmin, role, rights }),
      'GET /api/admin/counts': () => answer({ ...countsFor([]), users: 1234 }),
      'GET /api/admin/users': (_, at) => {
        asked.push(at.search);
        return answer(users, { headers: { 'x-total-count': '1234', 'stream-seq': '10' } });
      },
      'GET /api/admin/users/9/ledger': () =>
        answer([
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
        answer([
          ticket({
            id: 12,
            userId: 9,
            subject: 'Wrong <b>island</b>',
            status: 'in_progress',
            createdAt: '2025-11-04T22:15:00.000Z',
          }),
        ]),
      'GET /api/admin/users/9/orders': () => answer([order({ id: 41, productName: 'Wings' })]),
      'GET /api/admin/users/9/events': () =>
        answer([
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
  if (users.length > 0) await waitFor(() => expect(ids().length).toBeGreaterThan(0));
  return { ...page, asked, sent: () => calls.filter(({ call }) => !call.startsWith('GET')) };
};
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const ids = () => rows().map(({ dataset }) => Number(dataset['row']));
const credit = () => screen.getAllByLabelText<HTMLInputElement>('Shop-Guthaben von nova')[0]!;
const setCredit = async (text: string) => {
  fireEvent.change(credit(), { target: { value: text } });
  await userEvent.type(credit(), '{Enter}');
};

describe('the list of users', () => {
  it('shows all that staff ask for, "Standard" without a tier (ADMIN-2.26, ADMIN-9.14)', async () => {
    await open();
    const [first] = rows();
    for (const text of [
      '9',
      'nova',
      'chat.name',
      'Miner',
      '$7.50',
      '1,200',
      '$62.50',
      '03.11.2025',
      'Silber',
    ])
      expect(first?.textContent).toContain(text);
    expect(credit().value).toBe('5.00');
    // In the title of the column, and on a phone beside the amount.
    expect(screen.getAllByText('Guthaben', { exact: true })).toHaveLength(1 + rows().length);
    await renderUi(<TierName tier={null} />);
    expect(screen.getByText('Standard')).toBeTruthy();
  });

  it('asks the server for order, search and filter, which stand in the address (ADMIN-2.25, OWN-536)', async () => {
    const { asked, at } = await open();
    expect(asked).toEqual([`?limit=${PANEL_PAGE_ROWS}&sort=createdAt`]);
    await userEvent.click(screen.getByRole('button', { name: 'Neueste zuerst' }));
    const names = await screen.findAllByRole('menuitemradio');
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Neueste zuerst',
      'Meist ausgegeben',
      'Meistes Shop-Guthaben',
      'Meiste Punkte',
      'Name A–Z',
    ]);
    await userEvent.click(names[1]!);
    await waitFor(() => expect(asked.at(-1)).toBe(`?limit=${PANEL_PAGE_ROWS}&sort=totalSpent`));
    fireEvent.change(screen.getByLabelText('Benutzer durchsuchen'), { target: { value: 'no' } });
    await waitFor(() => expect(asked.at(-1)).toBe(`?limit=${PANEL_PAGE_ROWS}&sort=totalSpent&q=no`));
    await userEvent.click(screen.getByRole('radio', { name: 'Gesperrt' }));
    await waitFor(() =>
      expect(asked.at(-1)).toBe(`?limit=${PANEL_PAGE_ROWS}&sort=totalSpent&state=blocked&q=no`),
    );
    expect(at()).toBe('/admin?tab=users&sort=totalSpent&q=no&filter=blocked');
  });

  it('follows the admin room, and so does the count beside the tab (OWN-533, OWN-535, ADMIN-2.9)', async () => {
    const { client } = await open();
    const link = screen.getByRole('link', { name: /Benutzer/ });
    await waitFor(() => expect(link.textContent).toContain('1,234'));
    const message = { room: 'admin', id: 'e', occurredAt: '2025-11-03T20:15:00.000Z', version: 1 };
    const hear = (seq: number, type: 'user.registered' | 'user.updated', data: AdminUser) =>
      act(async () => usersLive.handlers.user?.({ ...message, seq, type, data }, client));
    await hear(11, 'user.registered', person(10, { username: 'new' }));
    await waitFor(() => expect(ids()).toEqual([10, 9, 7]));
    await waitFor(() => expect(link.textContent).toContain('1,235'));
    await hear(12, 'user.updated', person(7, { storeCredit: '8.00', version: 5 }));
    const changed = await screen.findByLabelText<HTMLInputElement>('Shop-Guthaben von person 7');
    expect(changed.value).toBe('8.00');
  });

  it('says when nobody is found, and when it fails', async () => {
    await open([]);
    expect(await screen.findByText('Keine Benutzer gefunden')).toBeTruthy();
  });
});

describe('store credit', () => {
  it('is set where it stands, with the version that was seen (ADMIN-2.27, ADMIN-8.2, OWN-195)', async () => {
    const { sent, toasts } = await open(two, {
      'PATCH /api/admin/users/9/store-credit': () =>
        answer(person(9, { username: 'nova', storeCredit: '12.50', creditVersion: 4, version: 5 })),
    });
    expect([credit().type, credit().inputMode]).toEqual(['text', 'decimal']);
    await userEvent.type(credit(), '{ArrowUp}');
    expect(credit().value).toBe('5.01');
    await setCredit('1.250');
    expect(credit().value).toBe('1.250');
    expect(sent()).toEqual([]);
    await setCredit('12,5');
    await waitFor(() => expect(credit().value).toBe('12.50'));
    expect(sent().map(({ body }) => body)).toEqual([{ amount: '12.50', version: 3 }]);
    expect(toasts).toEqual([{ title: 'Guthaben aktualisiert', description: 'nova', kind: 'success' }]);
  });

  it('keeps in pure German the point of the samples in its field, beside texts in German form (OWN-1157)', async () => {
    await open();
    await act(() => useLanguage.getState().setLanguage('de'));
    await waitFor(() => expect(rows()[0]?.textContent).toContain('7,50\u00A0$'));
    expect(credit().value).toBe('5.00');
    await act(() => useLanguage.getState().setLanguage('mix'));
  });

  it('is left as it was by cancel and by Escape (ADMIN-2.27)', async () => {
    const { sent } = await open();
    fireEvent.change(credit(), { target: { value: '12' } });
    const names = ['speichern', 'abbrechen'].map((word) => `Shop-Guthaben von nova: ${word}`);
    const [save, cancel] = names.map((name) => screen.getByRole('button', { name }));
    expect(save).toBeTruthy();
    await userEvent.click(cancel!);
    expect([credit().value, document.activeElement]).toEqual(['5.00', credit()]);
    await userEvent.type(credit(), '9{Escape}');
    expect(credit().value).toBe('5.00');
    expect(screen.queryByRole('button', { name: names[1]! })).toBeNull();
    expect(sent()).toEqual([]);
  });

  it.each(['', '-5', '1000000000'])('is not sent for %j (ADMIN-5.10)', async (text) => {
    const { sent } = await open();
    await setCredit(text);
    expect(screen.getByText('Ein Betrag von 0 bis 10,000.')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('shows what somebody else set beside what was typed (OWN-531)', async () => {
    const current = person(9, { username: 'nova', storeCredit: '8.00', creditVersion: 4, version: 5 });
    const stale = { type: 'about:blank', title: 'STALE', status: 409, code: 'STALE', message: 'x', current };
    await open(two, { 'PATCH /api/admin/users/9/store-credit': () => answer(stale, { status: 409 }) });
    await setCredit('12');
    expect(await screen.findByText('Inzwischen geändert, jetzt: $8.00')).toBeTruthy();
    expect(credit().value).toBe('12');
  });

  it('is sent with the version that stood there when typing began (OWN-531)', async () => {
    const { client, sent } = await open(two, {
      'PATCH /api/admin/users/9/store-credit': () => problem(500, 'INTERNAL', 'no'),
    });
    fireEvent.change(credit(), { target: { value: '12' } });
    const data = person(9, { username: 'nova', storeCredit: '8.00', creditVersion: 4, version: 5 });
    const told = { room: 'admin', seq: 11, id: 'e', occurredAt: data.createdAt, version: 1 } as const;
    await act(async () => usersLive.handlers.user?.({ ...told, type: 'user.updated', data }, client));
    await screen.findByText('Inzwischen geändert, jetzt: $8.00');
    // Typing goes on, by whoever has not read it yet.
    await userEvent.type(credit(), '5{Enter}');
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ amount: '125.00', version: 3 }]));
  });

  it('that fails says so under the title Fehler (ADMIN-8.1)', async () => {
    const { toasts } = await open(two, {
      'PATCH /api/admin/users/9/store-credit': () => problem(500, 'INTERNAL', 'no'),
    });
    await setCredit('12');
    const description = 'Das Guthaben konnte nicht aktualisiert werden.';
    await waitFor(() => expect(toasts).toEqual([{ title: 'Fehler', description, kind: 'error' }]));
  });
});

describe('a user’s sheet', () => {
  const sheet = async () => within(await screen.findByRole('dialog', { name: 'nova · #9' }));

  it('tells the story: orders, money, tickets and security, newest first, each apart (OWN-534)', async () => {
    const { at } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'nova öffnen' }));
    const shown = await sheet();
    expect(at()).toBe('/admin?tab=users&open=9');
    const story = within(await shown.findByRole('list', { name: 'Verlauf' }));
    await story.findByText('Konto gesperrt');
    await story.findByText('+$5.00');
    const texts = () => story.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts()).toEqual([
      expect.stringContaining('fraud'),
      expect.stringMatching(/^Ticket #12 Wrong <b>island<\/b>In Bearbeitung 0[45]\.11\.2025, \d\d:\d\d$/),
      expect.stringContaining('+$5.00'),
      expect.stringContaining('#41'),
    ]);
    await userEvent.click(shown.getByRole('radio', { name: 'Bestellungen' }));
    expect(story.queryByText('Konto gesperrt')).toBeNull();
    await userEvent.click(shown.getByRole('radio', { name: 'Guthaben' }));
    expect(await shown.findByText('+$5.00')).toBeTruthy();
    await userEvent.click(shown.getByRole('radio', { name: 'Tickets' }));
    const link = await story.findByRole('link', { name: 'Ticket #12' });
    expect(story.getAllByRole('listitem')).toHaveLength(1);
    expect(link.getAttribute('href')).toBe('/admin?tab=tickets&open=12');
  });

  it('shows the orders of one purchase in the order in which the shop made them (OWN-534)', async () => {
    const bought = [43, 42, 41].map((id) => order({ id, productName: `Wings ${id}` }));
    const address = '/admin?tab=users&open=9';
    await open(two, { 'GET /api/admin/users/9/orders': () => answer(bought) }, { address });
    const shown = await sheet();
    await userEvent.click(shown.getByRole('radio', { name: 'Bestellungen' }));
    const story = within(await shown.findByRole('list', { name: 'Verlauf' }));
    await waitFor(() =>
      expect(story.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['#43', '#42', '#41']),
    );
  });

  it('reads on where one is when something happens, and older pages on request (OWN-708)', async () => {
    const asked: string[] = [];
    const events = (...numbers: number[]) =>
      numbers.map((id) => ({
        id: `audit-${id}`,
        action: 'order.cancel',
        actor: 'operator',
        detail: { subject: `order:${id}`, reason: `why ${id}` },
        createdAt: `2025-12-${String(id).padStart(2, '0')}T20:15:00.000Z`,
      }));
    const { client } = await open(
      two,
      {
        'GET /api/admin/users/9/events': (_, { searchParams }) => {
          const cursor = searchParams.get('cursor');
          asked.push(cursor ?? 'first');
          const link = '</api/admin/users/9/events?cursor=older>; rel="next"';
          return cursor === null ? answer(events(21, 20), { headers: { link } }) : answer(events(19));
        },
      },
      { address: '/admin?tab=users&open=9' },
    );
    const shown = await sheet();
    const story = within(await shown.findByRole('list', { name: 'Verlauf' }));
    await story.findByText('why 21');
    // Older kinds wait for what lies between.
    expect(story.queryByText('+$5.00')).toBeNull();
    await userEvent.click(shown.getByRole('radio', { name: 'Sicherheit' }));
    const data = person(9, { username: 'nova', version: 5 });
    const told = { room: 'admin', seq: 11, id: 'e', occurredAt: data.createdAt, version: 1 } as const;
    await act(async () => usersLive.handlers.user?.({ ...told, type: 'user.updated', data }, client));
    await waitFor(() => expect(asked).toEqual(['first', 'first']));
    expect(shown.getByRole<HTMLInputElement>('radio', { name: 'Sicherheit' }).checked).toBe(true);
    await userEvent.click(shown.getByRole('button', { name: 'Ältere zeigen' }));
    await story.findByText('why 19');
    expect(story.getAllByRole('listitem')[2]?.textContent).toContain('#19 Bestellung storniert');
    expect(shown.queryByRole('button', { name: 'Ältere zeigen' })).toBeNull();
  });

  it('sets the least tier, with the version that was seen (OWN-709)', async () => {
    const now = person(9, { username: 'nova', membershipTier: 'gold', tierFloor: 'gold', version: 5 });
    const { sent, toasts } = await open(
      two,
      { 'PATCH /api/admin/users/9/tier': () => answer(now) },
      { address: '/admin?tab=users&open=9' },
    );
    const shown = await sheet();
    await userEvent.click(shown.getByRole('radio', { name: 'Gold' }));
    await userEvent.click(shown.getByRole('button', { name: 'Mindeststufe setzen' }));
    await waitFor(() =>
      expect(toasts).toEqual([{ title: 'Mindeststufe gesetzt', description: 'nova', kind: 'success' }]),
    );
    expect(sent().map(({ body }) => body)).toEqual([{ tier: 'gold', version: 4 }]);
    expect(shown.queryByRole('button', { name: 'Mindeststufe setzen' })).toBeNull();
  });

  it('keeps the search out of reach while it is open', async () => {
    await open(two, {}, { address: '/admin?tab=users&open=9' });
    const shown = await sheet();
    await userEvent.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Benutzer durchsuchen', hidden: true });
    expect(document.activeElement).not.toBe(search);
    await userEvent.click(shown.getByRole('button', { name: 'Schließen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(search);
  });

  it('blocks with a reason, in two steps, and takes the block back (OWN-17)', async () => {
    let blocked = false;
    const { sent } = await open(
      two,
      {
        'PATCH /api/admin/users/9/block': (body) => {
          blocked = Object(body).blocked;
          const why = blocked ? { blockReason: 'fraud', blockedAt: '2025-11-05T20:15:00.000Z' } : {};
          return answer(person(9, { username: 'nova', blocked, version: blocked ? 5 : 6, ...why }));
        },
      },
      { address: '/admin?tab=users&open=9' },
    );
    const shown = await sheet();
    await userEvent.click(shown.getByRole('button', { name: 'Konto sperren' }));
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Jetzt sperren' }).disabled).toBe(true);
    fireEvent.change(shown.getByLabelText('Grund'), { target: { value: 'fraud' } });
    await userEvent.click(shown.getByRole('button', { name: 'Jetzt sperren' }));
    await userEvent.click(await shown.findByRole('button', { name: 'Sperre aufheben' }));
    await shown.findByRole('button', { name: 'Konto sperren' });
    expect(sent().map(({ body }) => body)).toEqual([{ blocked: true, reason: 'fraud' }, { blocked: false }]);
  });

  it('offers staff neither block nor credit (OWN-538)', async () => {
    await open(two, {}, { role: 'staff', rights: ['users'], address: '/admin?tab=users&open=9' });
    const shown = await sheet();
    expect(shown.queryByRole('button', { name: 'Konto sperren' })).toBeNull();
    expect(shown.queryByRole('radio', { name: 'Diamant' })).toBeNull();
    expect(shown.queryByRole('radio', { name: 'Guthaben' })).toBeNull();
    expect(screen.queryByLabelText('Shop-Guthaben von nova')).toBeNull();
  });

  it('shows no money figure, no order by one and no order of the account without those rights (OWN-562, OWN-563)', async () => {
    const none = { storeCredit: null, balance: null, totalSpent: null, loyaltyPoints: null };
    const hidden = two.map((user) => ({ ...user, ...none }));
    const who = { role: 'staff', rights: ['users'], address: '/admin?tab=users&open=9' } as const;
    const asked: string[] = [];
    const note = (what: string) => () => {
      asked.push(what);
      return answer([]);
    };
    const answers = {
      'GET /api/admin/users/9/orders': note('orders'),
      'GET /api/admin/users/9/ledger': note('ledger'),
      'GET /api/admin/users/9/events': note('events'),
    };
    await open(hidden, answers, { ...who, rights: [...who.rights] });
    const shown = await sheet();
    await shown.findByText('Verlauf');
    expect(document.body.textContent).not.toContain('$');
    expect(asked).toEqual(['events']);
    expect(shown.queryByRole('radio', { name: 'Bestellungen' })).toBeNull();
    expect(SORTS_WITHOUT_MONEY).toEqual(['createdAt', 'username']);
  });
});
