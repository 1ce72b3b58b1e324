import { describe, expect, it } from '@jest/globals';
import type { Order } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer } from '../../../test/answer';
import { order } from '../../../test/order';
import { mockServer, problem } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { AdminPage } from '../admin-page';

const unconfirmed = order({ id: 3, paymentStatus: 'unconfirmed', version: 4 });
const second = order({ id: 2, paymentStatus: 'unconfirmed' });

/** Opens the sheet of order 3 beside order 2 of the same purchase; `after` is what the lists hold from the act on. */
const openSheet = async (answers: Record<string, () => Response> = {}, after: Order[] = []) => {
  let lists: Order[] = [unconfirmed, second];
  const calls = mockServer({
    'GET /api/auth/me': () => answer(user({ username: 'operator' })),
    'GET /api/admin/check-auth': () => answer({ isAuthorizedUser: true, role: 'admin', blocked: false }),
    'GET /api/admin/orders': () => answer(lists),
    'GET /api/admin/orders/archived': () => answer([]),
    'GET /api/products': () => answer([]),
    ...Object.fromEntries(
      Object.entries(answers).map(([call, act]) => [
        call,
        () => {
          lists = after;
          return act();
        },
      ]),
    ),
  });
  const page = await renderPage(<AdminPage onLogout={() => undefined} />, '/admin');
  await userEvent.click(await screen.findByRole('button', { name: /Bestellung 3 öffnen/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Bestellung #3' }));
  const press = (name: string) => userEvent.click(sheet.getByRole('button', { name }));
  return { ...page, sheet, press, sent: () => calls.filter(({ call }) => call.startsWith('PATCH')) };
};

describe('a purchase that nobody has confirmed', () => {
  it('is confirmed after asking once more, with all its orders (OWN-481)', async () => {
    const paid = [unconfirmed, second].map((one) => ({ ...one, paymentStatus: 'paid' as const, version: 5 }));
    const { press, sheet, sent, toasts } = await openSheet(
      { 'PATCH /api/admin/orders/3/confirm-payment': () => answer(paid[0]) },
      paid,
    );
    expect(sheet.queryByRole('button', { name: 'Abschließen' })).toBeNull();
    await press('Zahlung bestätigen');
    sheet.getByText(/alle Bestellungen des Kaufs .* nicht zurücknehmen/);
    expect(document.activeElement?.textContent).toBe('Zurück');
    expect(sent()).toEqual([]);
    await press('Ja, bestätigen');
    await sheet.findByRole('button', { name: 'Abschließen' });
    expect(sheet.queryByRole('button', { name: 'Zahlung bestätigen' })).toBeNull();
    expect(sent()).toEqual([{ call: 'PATCH /api/admin/orders/3/confirm-payment', body: { version: 4 } }]);
    expect(toasts).toMatchObject([{ title: 'Zahlung bestätigt', kind: 'success' }]);
    await waitFor(() => expect(screen.queryByText('Zahlung offen')).toBeNull());
  });

  it('is cancelled after asking once more (OWN-481)', async () => {
    const gone = order({ ...unconfirmed, status: 'cancelled', paymentStatus: 'void', version: 5 });
    const { press, sent, toasts } = await openSheet({
      'PATCH /api/admin/orders/3/cancel': () => answer(gone),
    });
    await press('Kauf stornieren');
    await press('Ja, stornieren');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Kauf storniert' }]));
    expect(sent()).toEqual([{ call: 'PATCH /api/admin/orders/3/cancel', body: { version: 4 } }]);
    await waitFor(() => expect(document.querySelectorAll('[data-order]')).toHaveLength(0));
  });

  it('stays as it is on second thoughts, and by keys that move on', async () => {
    const { press, sheet, sent } = await openSheet();
    await press('Kauf stornieren');
    await press('Zurück');
    sheet.getByRole('button', { name: 'Zahlung bestätigen' });
    await press('Zahlung bestätigen');
    await userEvent.keyboard('j');
    const next = within(await screen.findByRole('dialog', { name: 'Bestellung #2' }));
    next.getByRole('button', { name: 'Kauf stornieren' });
    expect(sent()).toEqual([]);
  });

  it.each([
    ['STALE', 'inzwischen geändert'],
    ['WITHDRAWN', 'Bitte nicht liefern'],
    ['ILLEGAL_MOVE', 'erlaubt diesen Schritt nicht mehr'],
    ['INTERNAL', 'konnte nicht bestätigt werden'],
  ])('says that somebody was faster or it failed: %s', async (code, words) => {
    const { press, toasts } = await openSheet(
      { 'PATCH /api/admin/orders/3/confirm-payment': () => problem(409, code, 'no') },
      [unconfirmed, second],
    );
    await press('Zahlung bestätigen');
    await press('Ja, bestätigen');
    await waitFor(() => expect(toasts[0]?.description).toContain(words));
  });
});
