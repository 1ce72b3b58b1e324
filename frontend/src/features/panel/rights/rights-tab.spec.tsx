import { describe, expect, it } from '@jest/globals';
import type { RoleRights, RoomMessage, VipRisk } from '@pax/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { adminLive } from '../layout/panel-tabs';

const crew: RoleRights = {
  id: '1184302765190463519',
  name: 'Crew',
  rights: ['orders', 'tickets'],
  version: 3,
  isStaffRole: true,
  isVipRole: false,
  takenAt: null,
};
const SET = `PUT /api/admin/role-rights/${crew.id}`;

const roles = [crew];
const vipRisks: VipRisk[] = [];
const open = async (set: () => Response = () => fakeResponse({ ...crew, version: 4 }), isComplete = true) => {
  const { calls, ...page } = await openPanel(
    {
      'GET /api/admin/role-rights': () => fakeResponse({ isComplete, vipRisks, roles: [...roles] }),
      [SET]: set,
    },
    '/admin?tab=rights',
  );
  await screen.findByText('Crew');
  const sent = () => calls.filter(({ call }) => call === SET).map(({ body }) => body);
  return { ...page, sent };
};
const change = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Crew: Ändern' }));
  return within(screen.getByRole('group', { name: 'Rechte der Rolle Crew' }));
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Rechte speichern' }));

describe('the place for rights (OWN-561)', () => {
  it('lists what a role gives, and sends all of it with the version that was seen', async () => {
    const { sent, toasts } = await open();
    screen.getByText('Bestellungen sehen · Support-Tickets');
    screen.getByText('Team-Rolle');
    const boxes = await change();
    await userEvent.click(boxes.getByLabelText('Support-Tickets'));
    await userEvent.click(boxes.getByLabelText('Erstatten'));
    await save();
    expect(sent()).toEqual([{ rights: ['orders', 'refund'], version: 3 }]);
    expect(toasts.map(({ title }) => title)).toEqual(['Rechte gespeichert']);
    expect(screen.queryByRole('group', { name: 'Rechte der Rolle Crew' })).toBeNull();
  });

  it('ticks the sight of orders with the acts on them, and drops the acts with it', async () => {
    await open();
    const boxes = await change();
    const ticked = (name: string) => boxes.getByLabelText<HTMLInputElement>(name).checked;
    await userEvent.click(boxes.getByLabelText('Bestellungen sehen'));
    await userEvent.click(boxes.getByLabelText('Bestellungen bearbeiten'));
    expect(ticked('Bestellungen sehen')).toBe(true);
    await userEvent.click(boxes.getByLabelText('Bestellungen sehen'));
    expect([ticked('Bestellungen sehen'), ticked('Bestellungen bearbeiten')]).toEqual([false, false]);
  });

  it.each([
    [409, 'STALE', 'Jemand hat sie inzwischen geändert. Prüfe den neuen Stand.'],
    [409, 'ROLE_NOT_GRANTABLE', 'Diese Rolle vergibt Discord selbst. Sie kann keine Rechte tragen.'],
    [409, 'ROLE_IS_VIP', 'Kunden bekommen diese Rolle für Punkte. Sie kann keine Rechte tragen.'],
    [503, 'UNAVAILABLE', 'Discord antwortet nicht. Versuche es gleich noch einmal.'],
  ])('says why nothing was saved: %i %s', async (status, code, words) => {
    const { toasts } = await open(() => problemResponse(status, code, 'No.'));
    const boxes = await change();
    await userEvent.click(boxes.getByLabelText('Erstatten'));
    await save();
    expect(toasts.map(({ description }) => description)).toEqual([words]);
  });

  it('offers no rights for the role that customers get for points, and says what is wrong with it (OWN-1159)', async () => {
    const vip = { ...crew, id: '1184302811487731742', name: 'VIP', isStaffRole: false, isVipRole: true };
    roles.push({ ...vip, rights: [] });
    vipRisks.push('staff_permissions', 'above_staff');
    await open();
    screen.getByText('VIP-Rolle');
    screen.getByText('Kunden bekommen diese Rolle für Punkte. Sie gibt keine Rechte.');
    screen.getByText(/darf in Discord, was Moderatoren dürfen/);
    screen.getByText(/steht in Discord über der Team-Rolle/);
    expect(screen.queryByRole('button', { name: 'VIP: Ändern' })).toBeNull();
    cleanup();
    roles.splice(1, 1, vip);
    vipRisks.length = 0;
    await open();
    screen.getByText(/Diese Rechte gelten nicht/);
    screen.getByRole('button', { name: 'VIP: Ändern' });
    roles.pop();
  });

  it('says why a role has no rights any more, and lets an admin set them anew (OWN-1332)', async () => {
    roles.splice(0, 1, { ...crew, rights: [], takenAt: '2026-11-21T09:00:00.000Z' });
    const { client, sent } = await open();
    screen.getByText(/^Seit .*21\.11.* hat diese Rolle keine Rechte: Man bekommt sie von Discord/);
    const boxes = await change();
    await userEvent.click(boxes.getByLabelText('Support-Tickets'));
    await save();
    expect(sent()).toEqual([{ rights: ['tickets'], version: 3 }]);
    await waitFor(() => expect(screen.queryByText(/hat diese Rolle keine Rechte/)).toBeNull());
    client.clear();
    roles.splice(0, 1, crew);
  });

  it('says that Discord does not answer', async () => {
    await open(undefined, false);
    screen.getByText('Discord antwortet nicht. Rechte lassen sich entziehen, aber nicht geben.');
  });
});

describe('what another admin sets (OWN-595)', () => {
  const message = (seq: number, data: Partial<RoleRights>): RoomMessage => ({
    room: 'admin',
    seq,
    id: `e${seq}`,
    type: 'rights.set',
    occurredAt: '2026-11-21T09:00:00.000Z',
    version: data.version ?? 1,
    data: { id: crew.id, rights: [], version: 4, isStaffRole: true, isVipRole: false, ...data },
  });

  it('shows at once, with the role’s name; an older version changes nothing', async () => {
    const { client, sent } = await open();
    act(() => deliverToModule(adminLive, message(1, { rights: ['orders', 'refund'] }), client));
    await screen.findByText('Bestellungen sehen · Erstatten');
    act(() => deliverToModule(adminLive, message(2, { rights: ['money'], version: 2 }), client));
    await change();
    screen.getByText('Bestellungen sehen · Erstatten');
    await userEvent.click(screen.getByLabelText('Support-Tickets'));
    await save();
    expect(sent()).toEqual([{ rights: ['orders', 'refund', 'tickets'], version: 4 }]);
  });

  it('about a role that is not listed asks for the list', async () => {
    const { client } = await open();
    const bank = { ...crew, id: '1184302765190463520', name: 'Bank', isStaffRole: false };
    roles.push(bank);
    act(() => deliverToModule(adminLive, message(1, bank), client));
    await waitFor(() => screen.getByText('Bank'));
    roles.pop();
  });
});
