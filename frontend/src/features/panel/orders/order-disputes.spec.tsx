import { describe, expect, it } from '@jest/globals';
import { DEFAULT_STAFF_RIGHTS, type OrderDisputes, type Role } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { order } from '../../../test/order-lists';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { AdminPage } from '../admin-page';

const AT = '2026-11-20T09:00:00.000Z';
const CHECKOUT = 'AAAAAAAAAAAAAAAAAAAAAA';
const END = 'POST /api/admin/disputes/4/end';
const dispute = {
  id: 4,
  reference: 'PP-D-77',
  amount: '9.00',
  state: 'open',
  openedAt: AT,
  closedAt: null,
  endsByHand: true,
} as const;
const warning = {
  reference: 'issfr_1',
  raisedAt: AT,
  checkout: CHECKOUT,
  amount: '9.00',
  buyer: 'mara',
  orders: [3, 4],
};

/** Opens the sheet of an order whose purchase has these. */
const openSheet = async (
  found: OrderDisputes,
  { role = 'admin', answers = {} }: { role?: Role; answers?: Record<string, () => Response> } = {},
) => {
  const calls = mockServer({
    'GET /api/auth/me': () => fakeResponse(user({ username: 'operator' })),
    'GET /api/admin/check-auth': () =>
      fakeResponse({ isAuthorizedUser: true, role, rights: DEFAULT_STAFF_RIGHTS, blocked: false }),
    'GET /api/admin/orders': () => fakeResponse([order({ id: 3, checkout: CHECKOUT })]),
    'GET /api/admin/orders/archived': () => fakeResponse([]),
    'GET /api/admin/orders/3/disputes': () => fakeResponse(found),
    'GET /api/products': () => fakeResponse([]),
    ...answers,
  });
  const page = await renderPage(<AdminPage onLogout={() => undefined} />, '/admin');
  await userEvent.click(await screen.findByRole('button', { name: /Bestellung #3 öffnen/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Bestellung #3' }));
  const press = (name: string) => userEvent.click(sheet.getByRole('button', { name }));
  return { ...page, sheet, press, sent: () => calls.filter(({ call }) => call === END) };
};

describe('a dispute of whose end the provider is silent (OWN-687)', () => {
  it.each([
    ['Verloren', /Konto wird gesperrt/, 'Ja, verloren', 'lost'],
    ['Gewonnen', /wieder als bezahlt/, 'Ja, gewonnen', 'won'],
  ])('is ended as %s by an admin after asking once more', async (choice, says, yes, outcome) => {
    const ended = fakeResponse({ ...dispute, state: outcome, closedAt: AT, endsByHand: false });
    const { sheet, press, sent } = await openSheet(
      { disputes: [dispute], warnings: [] },
      { answers: { [END]: () => ended } },
    );
    await sheet.findByText('Streitfall offen');
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: choice }).disabled).toBe(true);
    await userEvent.type(sheet.getByLabelText(/Fallnummer oder Notiz/), 'case closed');
    await press(choice);
    sheet.getByText(says);
    expect(document.activeElement?.textContent).toBe('Zurück');
    await press('Zurück');
    expect(sent()).toEqual([]);
    await press(choice);
    await press(yes);
    expect(sent()).toMatchObject([{ body: { outcome, reference: 'case closed' } }]);
  });

  it('says why it could not be ended', async () => {
    const { sheet, press, toasts } = await openSheet(
      { disputes: [dispute], warnings: [] },
      { answers: { [END]: () => problemResponse(409, 'ILLEGAL_MOVE', 'over') } },
    );
    await userEvent.type(await sheet.findByLabelText(/Fallnummer oder Notiz/), 'x');
    await press('Verloren');
    await press('Ja, verloren');
    await waitFor(() =>
      expect(toasts.map(({ description }) => description)).toEqual(['Dieser Streitfall ist schon beendet.']),
    );
  });

  it('is not ended by staff, nor where the provider tells', async () => {
    const { sheet } = await openSheet({ disputes: [dispute], warnings: [] }, { role: 'staff' });
    await sheet.findByText('Streitfall offen');
    expect(sheet.queryByRole('button', { name: 'Verloren' })).toBeNull();
  });
});

describe('an early fraud warning (OWN-688)', () => {
  it('names the orders, amount and buyer, and leads to the question of the refund', async () => {
    const { sheet, press } = await openSheet({ disputes: [], warnings: [warning] });
    const text = await sheet.findByText(/von mara, Bestellungen #3, #4/);
    expect(text.textContent).toContain('$9.00');
    await press('Erstatten, bevor ein Streitfall entsteht');
    sheet.getByText('Diese Bestellung stornieren?');
    sheet.getByRole('button', { name: 'Ja, stornieren' });
  });

  it('is shown without a button to whom may not refund', async () => {
    const { sheet } = await openSheet({ disputes: [], warnings: [warning] }, { role: 'staff' });
    await sheet.findByText(/von mara/);
    expect(sheet.queryByRole('button', { name: /Erstatten, bevor/ })).toBeNull();
  });
});
