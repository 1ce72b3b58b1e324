import { describe, expect, it } from '@jest/globals';
import { DEFAULT_STAFF_RIGHTS, type StaffRight } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { iconPaths } from '../../../ui/components/base/icon';
import { openPanel, panelAdmin } from '../../../test/open-panel';
import { formatAmountIn } from './stranded-payments';

const AT = '2025-12-24T08:05:00.000Z';
const refund = { id: 12, amount: '7.50', state: 'manual', reference: null, createdAt: AT, doneAt: null };
const payment = {
  id: 41,
  provider: 'paypal',
  reference: 'TXN1',
  checkout: 'AAAAAAAAAAAAAAAAAAAAAA',
  orders: [],
  amount: { cents: 750, currency: 'eur' },
  receivedAt: AT,
  reason: '750 eur came in where 1000 usd were due',
  refunds: [refund],
};
const of = (...payments: object[]) =>
  fakeResponse(payments, { headers: { 'x-total-count': String(payments.length) } });
const LIST = 'GET /api/admin/stranded-payments';

describe('stranded money in the panel (OWN-799)', () => {
  it('is listed with all that people need to send it back, and is marked as done by an admin', async () => {
    let state = 'manual';
    const { calls } = await openPanel({
      [LIST]: () => of({ ...payment, refunds: [{ ...refund, state }] }),
      'POST /api/admin/refunds/12/done': () => {
        state = 'done';
        return fakeResponse({ ...refund, state, reference: 'sent', doneAt: AT });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: '1 gestrandete Zahlung' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Gestrandetes Geld' }));
    expect(sheet.getAllByText('7.50 EUR')).toHaveLength(2);
    sheet.getByText('PayPal · TXN1');
    sheet.getByText(/24\.12\.25, \d\d:05/);
    sheet.getByText('Kauf AAAAAAAAAAAAAAAAAAAAAA, keine Bestellung');
    sheet.getByText(payment.reason);
    await userEvent.type(sheet.getByLabelText(/Referenz der Erstattung/), 'sent');
    await userEvent.click(sheet.getByRole('button', { name: 'Als erledigt markieren' }));
    await sheet.findByText('erledigt');
    const sent = calls.find(({ call }) => call === 'POST /api/admin/refunds/12/done');
    expect(sent?.body).toEqual({ reference: 'sent', amount: '7.50' });
  });

  it('names the orders of its purchase, and leaves marking to admins', async () => {
    const rights: StaffRight[] = [...DEFAULT_STAFF_RIGHTS, 'money'];
    await openPanel({
      'GET /api/admin/check-auth': () => fakeResponse({ ...panelAdmin, role: 'staff', rights }),
      [LIST]: () => of({ ...payment, orders: [3, 4] }),
    });
    await userEvent.click(await screen.findByRole('button', { name: '1 gestrandete Zahlung' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Gestrandetes Geld' }));
    sheet.getByText('Kauf AAAAAAAAAAAAAAAAAAAAAA, Bestellungen #3, #4');
    sheet.getByText('von Hand nötig');
    expect(sheet.queryByRole('button', { name: 'Als erledigt markieren' })).toBeNull();
  });

  it('speaks of one order as of one', async () => {
    await openPanel({ [LIST]: () => of({ ...payment, orders: [3] }) });
    await userEvent.click(await screen.findByRole('button', { name: '1 gestrandete Zahlung' }));
    await screen.findByText('Kauf AAAAAAAAAAAAAAAAAAAAAA, Bestellung #3');
  });

  it.each([
    ['all of it is back', 'done', undefined, false],
    ['some of it waits', 'manual', undefined, true],
    ['some of it is not loaded', 'done', `<${LIST.slice(4)}?cursor=41>; rel="next"`, true],
  ])('warns unless all of it is known to be back: %s', async (_, state, link, isWarning) => {
    await openPanel({
      [LIST]: () =>
        fakeResponse([{ ...payment, refunds: [{ ...refund, state }] }], {
          headers: { 'x-total-count': '2', ...(link !== undefined && { link }) },
        }),
    });
    const opener = await screen.findByRole('button', { name: '2 gestrandete Zahlungen' });
    const icon = isWarning ? iconPaths.alert : iconPaths.check;
    expect(opener.querySelector('path')?.getAttribute('d')).toBe(icon);
  });

  it('is not spoken of where there is none', async () => {
    const { calls } = await openPanel({ [LIST]: () => of() });
    await screen.findByRole('link', { name: /Bestellungen/ });
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain(LIST));
    expect(screen.queryByRole('button', { name: /gestrandete/ })).toBeNull();
  });

  it('is not asked for by staff without the right', async () => {
    const { calls } = await openPanel({
      'GET /api/admin/check-auth': () =>
        fakeResponse({ ...panelAdmin, role: 'staff', rights: DEFAULT_STAFF_RIGHTS }),
    });
    await screen.findByRole('link', { name: /Bestellungen/ });
    expect(calls.map(({ call }) => call)).not.toContain(LIST);
  });

  it.each([
    [750, 'usd', '$7.50'],
    [750, 'eur', '7.50 EUR'],
    [0, 'usd', '$0.00'],
  ])('says %i cents of %s as %s', (cents, currency, text) => {
    expect(formatAmountIn(cents, currency)).toBe(text);
  });
});
