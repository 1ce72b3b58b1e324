import { describe, expect, it } from '@jest/globals';
import {
  STAFF_RIGHTS,
  DEFAULT_STAFF_RIGHTS,
  type StaffOrder,
  type Role,
  type StaffRight,
} from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { order } from '../../../test/order-lists';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { AdminPage } from '../admin-page';

const unconfirmed = order({ id: 3, paymentStatus: 'unconfirmed', version: 4 });
const second = order({ id: 2, paymentStatus: 'unconfirmed' });
/** Opens the sheet of order 3 beside order 2 of the same purchase; `after` is what the lists hold from the act on. */
const openSheet = async (
  answers: Record<string, () => Response> = {},
  after: StaffOrder[] = [],
  before: StaffOrder[] = [unconfirmed, second],
  role: Role = 'admin',
  rights: readonly StaffRight[] = DEFAULT_STAFF_RIGHTS,
) => {
  let lists: StaffOrder[] = before;
  const calls = mockServer({
    'GET /api/auth/me': () => fakeResponse(user({ username: 'operator' })),
    'GET /api/admin/check-auth': () => fakeResponse({ isAuthorizedUser: true, role, rights, blocked: false }),
    'GET /api/admin/orders': () => fakeResponse(lists),
    'GET /api/admin/orders/archived': () => fakeResponse([]),
    'GET /api/products': () => fakeResponse([]),
    ...Object.fromEntries(
      Object.entries(answers).map(([call, answer]) => [
        call,
        () => {
          lists = after;
          return answer();
        },
      ]),
    ),
  });
  const page = await renderPage(<AdminPage onLogout={() => undefined} />, '/admin');
  await userEvent.click(await screen.findByRole('button', { name: /Bestellung #3 öffnen/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Bestellung #3' }));
  const press = (name: string) => userEvent.click(sheet.getByRole('button', { name }));
  return { ...page, sheet, press, sent: () => calls.filter(({ call }) => /^P(ATCH|OST)/.test(call)) };
};

describe('why staff do it (OWN-707)', () => {
  it('is said on request, sent with the step, and read in the sheet by the team', async () => {
    const taken = order({ id: 3, status: 'processing', version: 5 });
    const told = { id: 'status-5', kind: 'status', from: 'pending', to: 'processing', actor: 'nova' };
    const { press, sheet, sent } = await openSheet(
      {
        'PATCH /api/admin/orders/3/process': () => fakeResponse(taken),
        'GET /api/admin/orders/3/timeline': () =>
          fakeResponse([{ ...told, at: '2025-11-03T20:15:00.000Z', reason: 'Waits for Finn' }]),
      },
      [taken],
      [order({ id: 3, version: 4 })],
    );
    await sheet.findByText('Waits for Finn');
    sheet.getByText(/^nova · /);
    expect(sheet.queryByLabelText('Grund (optional)')).toBeNull();
    await press('Grund angeben');
    await userEvent.type(sheet.getByLabelText('Grund (optional)'), ' Waits for Finn ');
    expect(sheet.getByLabelText<HTMLInputElement>('Grund (optional)').maxLength).toBe(300);
    await press('Übernehmen');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({ version: 4, reason: 'Waits for Finn' });
    expect(sheet.queryByLabelText('Grund (optional)')).toBeNull();
  });

  it('goes with a decision about money', async () => {
    const gone = order({ ...unconfirmed, status: 'cancelled', paymentStatus: 'void', version: 5 });
    const { press, sheet, sent } = await openSheet({
      'PATCH /api/admin/orders/3/cancel': () => fakeResponse(gone),
    });
    await press('Kauf stornieren');
    await userEvent.type(sheet.getByLabelText('Grund (optional)'), 'Never came');
    await press('Ja, stornieren');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({ version: 4, reason: 'Never came' });
  });
});

describe('a purchase that nobody has confirmed', () => {
  it('is confirmed after asking once more, with all its orders (OWN-95)', async () => {
    const paid = [unconfirmed, second].map((one) => ({ ...one, paymentStatus: 'paid' as const, version: 5 }));
    const { press, sheet, sent, toasts } = await openSheet(
      { 'PATCH /api/admin/orders/3/confirm-payment': () => fakeResponse(paid[0]) },
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

  it('is cancelled after asking once more (OWN-95)', async () => {
    const gone = order({ ...unconfirmed, status: 'cancelled', paymentStatus: 'void', version: 5 });
    const { press, sent, toasts } = await openSheet({
      'PATCH /api/admin/orders/3/cancel': () => fakeResponse(gone),
    });
    await press('Kauf stornieren');
    await press('Ja, stornieren');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Kauf storniert' }]));
    expect(sent()).toEqual([{ call: 'PATCH /api/admin/orders/3/cancel', body: { version: 4 } }]);
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(0));
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
    ['OWN_ORDER', 'ist deine eigene'],
    ['DISPUTE_OPEN', 'erst bestätigen, wenn er gewonnen ist'],
    ['ILLEGAL_MOVE', 'erlaubt diesen Schritt nicht mehr'],
    ['INTERNAL', 'konnte nicht bestätigt werden'],
  ])('says that somebody was faster or it failed: %s', async (code, words) => {
    const { press, toasts } = await openSheet(
      { 'PATCH /api/admin/orders/3/confirm-payment': () => problemResponse(409, code, 'no') },
      [unconfirmed, second],
    );
    await press('Zahlung bestätigen');
    await press('Ja, bestätigen');
    await waitFor(() => expect(toasts[0]?.description).toContain(words));
  });
});

describe('an order of the own account (OWN-890)', () => {
  const own = order({ id: 3, version: 4, userId: 7 });
  const words = 'Das ist deine eigene Bestellung. Jemand anderes aus dem Team bearbeitet sie.';
  const rights = STAFF_RIGHTS;
  const rowButtons = () =>
    [...document.querySelectorAll('[data-row="3"] button')].map((button) => button.textContent);

  it('has no buttons for staff, in row and sheet, but the reason; keys send nothing', async () => {
    const { sheet, sent } = await openSheet({}, [], [own, second], 'staff', rights);
    sheet.getByText(words);
    expect(sheet.queryByRole('group', { name: 'Schritte' })).toBeNull();
    expect(sheet.queryByText(/dann liefern/)).toBeNull();
    expect(rowButtons()).toEqual(['', '']);
    await userEvent.keyboard('e');
    expect(sent()).toEqual([]);
  });

  it('has those of any other for an admin', async () => {
    const { sheet } = await openSheet({}, [], [own, second]);
    sheet.getByRole('button', { name: 'Übernehmen' });
    expect(sheet.queryByText(words)).toBeNull();
    expect(rowButtons()).toEqual(['', '', 'Übernehmen', 'Abschließen']);
  });

  it('of somebody else is confirmed by the right to refund alone (OWN-570, OWN-1352)', async () => {
    const { sheet } = await openSheet({}, [], [unconfirmed], 'staff');
    sheet.getByText('Nicht liefern: Die Zahlung fehlt.');
    sheet.getByRole('button', { name: 'Übernehmen' });
    expect(sheet.queryByRole('button', { name: 'Zahlung bestätigen' })).toBeNull();
  });
});

describe('the money of an order that is paid', () => {
  const open = order({ id: 3, version: 4 });
  const delivered = order({ id: 3, version: 4, status: 'completed' });

  it('goes back when staff cancel it, after asking once more (OWN-96)', async () => {
    const gone = order({ ...open, status: 'cancelled', paymentStatus: 'refunded', version: 5 });
    const { press, sent, sheet, toasts } = await openSheet(
      { 'PATCH /api/admin/orders/3/cancel': () => fakeResponse(gone) },
      [],
      [open],
    );
    await press('Stornieren');
    sheet.getByText(/Geld, Guthaben, Bonus und Punkte gehen zurück/);
    expect(sent()).toEqual([]);
    await press('Ja, stornieren');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Bestellung storniert' }]));
    expect(sent()).toEqual([{ call: 'PATCH /api/admin/orders/3/cancel', body: { version: 4 } }]);
  });

  it.each([false, true])(
    'goes back after delivery, with the product too where ticked: %s (OWN-100)',
    async (restock) => {
      const back = order({ ...delivered, paymentStatus: 'refunded', version: 5 });
      const { press, sent, sheet, toasts } = await openSheet(
        { 'POST /api/admin/orders/3/refund': () => fakeResponse(back) },
        [back],
        [delivered],
      );
      expect(sheet.queryByRole('button', { name: 'Stornieren' })).toBeNull();
      await press('Erstatten');
      if (restock) await userEvent.click(sheet.getByRole('checkbox', { name: /wieder ins Lager/ }));
      await press('Ja, erstatten');
      await waitFor(() => expect(toasts).toMatchObject([{ title: 'Erstattung angefordert' }]));
      expect(sent()).toEqual([{ call: 'POST /api/admin/orders/3/refund', body: { version: 4, restock } }]);
      expect(sheet.queryByRole('button', { name: 'Erstatten' })).toBeNull();
    },
  );

  it.each([
    ['4,5', { version: 4, restock: false, amount: '4.50' }],
    [' ', { version: 4, restock: false }],
  ])('goes back in part where an amount is typed: "%s" (OWN-100)', async (typed, body) => {
    const { press, sent, sheet } = await openSheet(
      {
        'POST /api/admin/orders/3/refund': () =>
          fakeResponse({ ...delivered, paymentStatus: 'partly_refunded' }),
      },
      [delivered],
      [delivered],
    );
    await press('Erstatten');
    await userEvent.type(sheet.getByLabelText(/^Betrag/), typed);
    await press('Ja, erstatten');
    await waitFor(() => expect(sent()).toEqual([{ call: 'POST /api/admin/orders/3/refund', body }]));
  });

  it('is not sent as long as the amount is none, nor more than is left (OWN-100)', async () => {
    const { press, sent, sheet, toasts } = await openSheet(
      {
        'POST /api/admin/orders/3/refund': () =>
          problemResponse(409, 'REFUND_TOO_LARGE', 'no', { available: '8.50' }),
      },
      [delivered],
      [delivered],
    );
    await press('Erstatten');
    expect(sheet.queryByRole('button', { name: 'Erstatten' })).toBeNull();
    for (const wrong of ['-1', '0', '4.505', 'x', '1e3']) {
      await userEvent.clear(sheet.getByLabelText(/^Betrag/));
      await userEvent.type(sheet.getByLabelText(/^Betrag/), wrong);
      await press('Ja, erstatten');
      sheet.getByText('Bitte einen Betrag wie 4.50 eingeben.');
    }
    expect(sent()).toEqual([]);
    await userEvent.clear(sheet.getByLabelText(/^Betrag/));
    await userEvent.type(sheet.getByLabelText(/^Betrag/), '9');
    await press('Ja, erstatten');
    await waitFor(() => expect(toasts[0]?.description).toContain('höchstens $8.50'));
  });

  it('says that the goods are back already where they are ticked again (OWN-100)', async () => {
    const { press, sheet, toasts } = await openSheet(
      { 'POST /api/admin/orders/3/refund': () => problemResponse(409, 'ALREADY_RESTOCKED', 'no') },
      [delivered],
      [delivered],
    );
    await press('Erstatten');
    await userEvent.click(sheet.getByRole('checkbox', { name: /wieder ins Lager/ }));
    await press('Ja, erstatten');
    await waitFor(() => expect(toasts[0]?.description).toContain('schon wieder im Lager'));
  });

  it.each(['disputed', 'refunded', 'lost'] as const)(
    'stays where it is while it is %s (OWN-96)',
    async (payment) => {
      const { sheet } = await openSheet({}, [], [{ ...delivered, paymentStatus: payment }]);
      expect(sheet.queryByRole('button', { name: 'Erstatten' })).toBeNull();
    },
  );
});

describe('a refund in the sheet (OWN-96)', () => {
  const undone = order({ id: 3, status: 'completed', paymentStatus: 'refunded', refund: 'requested' });
  const refund = { id: 12, amount: '8.50', reference: null, createdAt: undone.createdAt, doneAt: null };
  const manual = { ...refund, state: 'manual' };
  const LIST = 'GET /api/admin/orders/3/refunds';
  const DONE = 'POST /api/admin/refunds/12/done';

  it('that is made by hand is marked as done by an admin, with its reference', async () => {
    let isDone = false;
    const done = { ...manual, state: 'done', reference: 're_hand', doneAt: undone.createdAt };
    const { press, sent, sheet, toasts } = await openSheet(
      {
        [LIST]: () => fakeResponse([isDone ? done : manual]),
        [DONE]: () => {
          isDone = true;
          return fakeResponse(done);
        },
      },
      [undone],
      [undone],
    );
    await userEvent.type(await sheet.findByLabelText(/^Referenz der Erstattung/), 're_hand');
    await press('Als erledigt markieren');
    await sheet.findByText('re_hand');
    expect(sheet.queryByRole('button', { name: 'Als erledigt markieren' })).toBeNull();
    expect(sent()).toEqual([{ call: DONE, body: { reference: 're_hand', amount: '8.50' } }]);
    expect(toasts).toMatchObject([{ title: 'Erstattung erledigt' }]);
  });

  it('waits for the end of a dispute of its payment, and the admin is told why (OWN-1145)', async () => {
    const dispute = {
      id: 4,
      reference: 'PP-D-1',
      amount: '8.50',
      state: 'open',
      openedAt: undone.createdAt,
      closedAt: null,
      endsByHand: false,
    };
    const { sheet } = await openSheet(
      {
        [LIST]: () => fakeResponse([manual]),
        'GET /api/admin/orders/3/disputes': () => fakeResponse({ disputes: [dispute], warnings: [] }),
      },
      [undone],
      [undone],
    );
    await sheet.findByText(/^Ein Streitfall dieser Zahlung ist offen/);
    expect(sheet.queryByLabelText(/^Referenz der Erstattung/)).toBeNull();
  });

  it('of which a part went back meanwhile stays, and the admin is told (OWN-798)', async () => {
    let amount = manual.amount;
    const { press, sheet, toasts } = await openSheet(
      {
        [LIST]: () => fakeResponse([{ ...manual, amount }]),
        [DONE]: () => {
          amount = '4.50';
          return problemResponse(409, 'STALE', 'no');
        },
      },
      [undone],
      [undone],
    );
    await userEvent.type(await sheet.findByLabelText(/^Referenz der Erstattung/), 're_hand');
    await press('Als erledigt markieren');
    await sheet.findByText('$4.50');
    expect(toasts).toMatchObject([{ description: expect.stringMatching(/neuen Betrag/) }]);
  });

  it('is shown to staff, who can’t end it', async () => {
    const { sheet } = await openSheet({ [LIST]: () => fakeResponse([manual]) }, [undone], [undone], 'staff');
    await sheet.findByText('von Hand nötig');
    expect(sheet.queryByRole('button', { name: 'Als erledigt markieren' })).toBeNull();
  });
});

describe('crypto of a purchase that ended unpaid (OWN-799)', () => {
  const ended = order({ id: 3, status: 'cancelled', paymentStatus: 'void', checkout: 'ENDED', version: 5 });
  const back = {
    id: 7,
    amount: '9.00',
    state: 'manual',
    reference: null,
    createdAt: '2025-11-03T20:15:00.000Z',
    doneAt: null,
  };
  const open = (role?: Role) =>
    openSheet(
      {
        'POST /api/admin/checkouts/ENDED/late-crypto': () => fakeResponse(back),
        'GET /api/admin/orders/3/refunds': () => fakeResponse([back]),
      },
      [{ ...ended, refund: 'requested', version: 6 }],
      [ended],
      role,
    );

  it('came all the same, says an admin, asked once more; the refund is by hand', async () => {
    const { press, sent, sheet, toasts } = await open();
    await press('Zahlung kam doch noch');
    await press('Zurück');
    expect(sent()).toEqual([]);
    await press('Zahlung kam doch noch');
    await press('Ja, sie kam');
    await waitFor(() => expect(toasts[0]?.title).toContain('Erstattung von Hand nötig'));
    expect(sent().map(({ call }) => call)).toEqual(['POST /api/admin/checkouts/ENDED/late-crypto']);
    await sheet.findByText('von Hand nötig');
    expect(sheet.queryByRole('button', { name: 'Zahlung kam doch noch' })).toBeNull();
  });

  it('is not said by other staff', async () => {
    const { sheet } = await open('staff');
    expect(sheet.queryByRole('button', { name: 'Zahlung kam doch noch' })).toBeNull();
  });
});
