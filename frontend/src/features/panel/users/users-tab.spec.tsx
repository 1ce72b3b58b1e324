import { describe, expect, it } from '@jest/globals';
import { PANEL_PAGE_ROWS, type AdminUser } from '@pax/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { adminUser as person } from '../../../test/user';
import { fakeResponse } from '../../../test/fake-response';
import { novasCreditField, rowIds, openUsers, rows, twoUsers } from '../../../test/open-users';
import { order } from '../../../test/order-lists';
import { renderUi } from '../../../test/render';
import { TierName } from './user-row';
import { SORTS_WITHOUT_MONEY, usersLive } from './user-queries';

describe('the list of users', () => {
  it('shows all that staff ask for, "Standard" without a tier (ADMIN-2.26, ADMIN-9.14)', async () => {
    await openUsers();
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
    expect(novasCreditField().value).toBe('5.00');
    // In the title of the column, and on a phone beside the amount.
    expect(screen.getAllByText('Guthaben', { exact: true })).toHaveLength(1 + rows().length);
    await renderUi(<TierName tier={null} />);
    expect(screen.getByText('Standard')).toBeTruthy();
  });

  it('asks the server for order, search and filter, which stand in the address (ADMIN-2.25)', async () => {
    const { asked, at } = await openUsers();
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

  it('follows the admin room, and so does the count beside the tab (OWN-595, ADMIN-2.9)', async () => {
    const { client } = await openUsers();
    const link = screen.getByRole('link', { name: /Benutzer/ });
    await waitFor(() => expect(link.textContent).toContain('1,234'));
    const message = { room: 'admin', id: 'e', occurredAt: '2025-11-03T20:15:00.000Z', version: 1 };
    const hear = (seq: number, type: 'user.registered' | 'user.updated', data: AdminUser) =>
      act(async () => usersLive.handlers.user?.({ ...message, seq, type, data }, client));
    await hear(11, 'user.registered', person(10, { username: 'new' }));
    await waitFor(() => expect(rowIds()).toEqual([10, 9, 7]));
    await waitFor(() => expect(link.textContent).toContain('1,235'));
    await hear(12, 'user.updated', person(7, { storeCredit: '8.00', version: 5 }));
    const changed = await screen.findByLabelText<HTMLInputElement>('Shop-Guthaben von person 7');
    expect(changed.value).toBe('8.00');
  });

  it('says when nobody is found, and when it fails', async () => {
    await openUsers([]);
    expect(await screen.findByText('Keine Benutzer gefunden')).toBeTruthy();
  });
});

describe('a user’s sheet', () => {
  const sheet = async () => within(await screen.findByRole('dialog', { name: 'nova · #9' }));

  it('tells the story: orders, money, tickets and security, newest first, each apart (OWN-534)', async () => {
    const { at } = await openUsers();
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
    await openUsers(twoUsers, { 'GET /api/admin/users/9/orders': () => fakeResponse(bought) }, { address });
    const shown = await sheet();
    await userEvent.click(shown.getByRole('radio', { name: 'Bestellungen' }));
    const story = within(await shown.findByRole('list', { name: 'Verlauf' }));
    await waitFor(() =>
      expect(story.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['#43', '#42', '#41']),
    );
  });

  it('reads on where one is when something happens, and older pages on request (OWN-534)', async () => {
    const asked: string[] = [];
    const events = (...numbers: number[]) =>
      numbers.map((id) => ({
        id: `audit-${id}`,
        action: 'order.cancel',
        actor: 'operator',
        detail: { subject: `order:${id}`, reason: `why ${id}` },
        createdAt: `2025-12-${String(id).padStart(2, '0')}T20:15:00.000Z`,
      }));
    const { client } = await openUsers(
      twoUsers,
      {
        'GET /api/admin/users/9/events': (_, { searchParams }) => {
          const cursor = searchParams.get('cursor');
          asked.push(cursor ?? 'first');
          const link = '</api/admin/users/9/events?cursor=older>; rel="next"';
          return cursor === null
            ? fakeResponse(events(21, 20), { headers: { link } })
            : fakeResponse(events(19));
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

  it('sets the least tier, with the version that was seen (OWN-51)', async () => {
    const now = person(9, { username: 'nova', membershipTier: 'gold', tierFloor: 'gold', version: 5 });
    const { sent, toasts } = await openUsers(
      twoUsers,
      { 'PATCH /api/admin/users/9/tier': () => fakeResponse(now) },
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

  it('takes the tier that an account has as its least one', async () => {
    const gold = person(9, { username: 'nova', membershipTier: 'gold' });
    await openUsers([gold], {}, { address: '/admin?tab=users&open=9' });
    const shown = await sheet();
    await userEvent.click(shown.getByRole('radio', { name: 'Gold' }));
    expect(shown.getByRole('button', { name: 'Mindeststufe setzen' })).toBeTruthy();
  });

  it('keeps the search out of reach while it is open', async () => {
    await openUsers(twoUsers, {}, { address: '/admin?tab=users&open=9' });
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
    const { sent } = await openUsers(
      twoUsers,
      {
        'PATCH /api/admin/users/9/block': (body) => {
          blocked = Object(body).blocked;
          const why = blocked ? { blockReason: 'fraud', blockedAt: '2025-11-05T20:15:00.000Z' } : {};
          return fakeResponse(person(9, { username: 'nova', blocked, version: blocked ? 5 : 6, ...why }));
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

  it('offers staff neither block nor credit (OWN-61)', async () => {
    await openUsers(twoUsers, {}, { role: 'staff', rights: ['users'], address: '/admin?tab=users&open=9' });
    const shown = await sheet();
    expect(shown.queryByRole('button', { name: 'Konto sperren' })).toBeNull();
    expect(shown.queryByRole('radio', { name: 'Diamant' })).toBeNull();
    expect(shown.queryByRole('radio', { name: 'Guthaben' })).toBeNull();
    expect(screen.queryByLabelText('Shop-Guthaben von nova')).toBeNull();
  });

  it('shows no money figure, no order by one and no order of the account without those rights (OWN-560, OWN-563)', async () => {
    const none = { storeCredit: null, balance: null, totalSpent: null, loyaltyPoints: null };
    const hidden = twoUsers.map((user) => ({ ...user, ...none }));
    const who = { role: 'staff', rights: ['users'], address: '/admin?tab=users&open=9' } as const;
    const asked: string[] = [];
    const note = (what: string) => () => {
      asked.push(what);
      return fakeResponse([]);
    };
    const answers = {
      'GET /api/admin/users/9/orders': note('orders'),
      'GET /api/admin/users/9/ledger': note('ledger'),
      'GET /api/admin/users/9/events': note('events'),
    };
    await openUsers(hidden, answers, { ...who, rights: [...who.rights] });
    const shown = await sheet();
    await shown.findByText('Verlauf');
    expect(document.body.textContent).not.toContain('$');
    expect(asked).toEqual(['events']);
    expect(shown.queryByRole('radio', { name: 'Bestellungen' })).toBeNull();
    expect(SORTS_WITHOUT_MONEY).toEqual(['createdAt', 'username']);
  });
});
