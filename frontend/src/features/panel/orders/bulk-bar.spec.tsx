import { describe, expect, it } from '@jest/globals';
import {
  MAX_MOVED_AT_ONCE,
  moveOrdersRequest,
  NOT_TRIED,
  undoOrdersRequest,
  type MovedOrder,
  type StaffOrder,
} from '@pax/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { deferResponse } from '../../../test/deferred-response';
import { fakeResponse } from '../../../test/fake-response';
import { answerOrders, countsFor, order } from '../../../test/order-lists';
import { problemResponse, type mockServer } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { serverInfo } from '../../../test/server-info';
import { applyOrderState } from './order-list-cache';
import { MAX_CHOSEN } from './use-chosen-orders';

/** Orders with descending ids, as the list shows them. */
const ordersOf = (count: number): StaffOrder[] =>
  Array.from({ length: count }, (_, at) => order({ id: count - at }));

const open = async (orders: StaffOrder[], answers: Parameters<typeof mockServer>[0] = {}) => {
  const page = await openPanel({
    'GET /api/admin/orders': answerOrders('active', () => orders),
    'GET /api/admin/counts': () => fakeResponse(countsFor(orders)),
    ...answers,
  });
  await waitFor(() => expect(document.querySelector('[data-row]')).not.toBeNull());
  return page;
};
const bar = () => within(screen.getByRole('group', { name: 'Ausgewählte Bestellungen' }));
const chosen = () =>
  [...document.querySelectorAll<HTMLElement>('[data-chosen]')].map(({ dataset }) => Number(dataset['row']));
const rowButton = (id: number) => document.querySelector<HTMLElement>(`[data-row="${id}"] > button`)!;
const refusedTexts = () =>
  within(bar().getByRole('list', { name: 'Abgelehnt' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const box = (id: number) => screen.getByRole('checkbox', { name: `${id} auswählen` });

/** Answers a bulk move like the server: `refuse` says which orders are refused, and why. */
const answerMoves = (sizes: number[], refuse: (id: number) => string | null) => (body: unknown) => {
  const { orders } = moveOrdersRequest.parse(body);
  sizes.push(orders.length);
  return fakeResponse(
    orders.map(({ id, version }): MovedOrder => {
      const refusal = refuse(id);
      const now = order({
        id,
        status: 'processing',
        processedBy: refusal ? 'Finn' : 'operator',
        version: version + 1,
      });
      return { id, refusal, order: now };
    }),
  );
};

describe('choosing orders (OWN-1534)', () => {
  it('by x, shift-x, a box and shift-click, until the filter changes', async () => {
    await open(ordersOf(6));
    await userEvent.keyboard('jx');
    expect(chosen()).toEqual([6]);
    await userEvent.keyboard('jjX');
    expect(chosen()).toEqual([6, 5, 4]);
    await userEvent.click(box(5));
    expect(chosen()).toEqual([6, 4]);
    fireEvent.click(rowButton(2), { shiftKey: true });
    expect(chosen()).toEqual([6, 5, 4, 3, 2]);
    expect(screen.queryByRole('dialog')).toBeNull();
    // The keys go on working beside a box that was clicked.
    await userEvent.keyboard('{Escape}');
    expect(chosen()).toEqual([]);
    await userEvent.click(box(5));
    await userEvent.click(screen.getByRole('radio', { name: /^Ausstehend/ }));
    await waitFor(() => expect(chosen()).toEqual([]));
  });

  it('takes all of the view, at most 500, also those that are not loaded', async () => {
    const all = ordersOf(MAX_CHOSEN);
    const asked: (string | null)[] = [];
    await open(all, {
      'GET /api/admin/orders': (_, { searchParams }) => {
        asked.push(searchParams.get('limit'));
        return fakeResponse(all.slice(0, Number(searchParams.get('limit'))), {
          headers: { 'x-total-count': '10000' },
        });
      },
    });
    await userEvent.click(box(500));
    await userEvent.click(bar().getByRole('button', { name: 'Alle dieser Ansicht' }));
    await waitFor(() => bar().getByText('500 ausgewählt'));
    expect(asked.at(-1)).toBe(String(MAX_CHOSEN));
  });
});

describe('an act on all chosen orders (OWN-1534)', () => {
  it('goes in portions; refused ones are named with their reason', async () => {
    const all = ordersOf(30);
    const sizes: number[] = [];
    await open(all, {
      'POST /api/admin/orders/bulk-move': answerMoves(sizes, (id) => (id % 10 === 0 ? 'STALE' : null)),
    });
    await userEvent.click(box(30));
    await userEvent.click(bar().getByRole('button', { name: 'Alle dieser Ansicht' }));
    await waitFor(() => bar().getByText('30 ausgewählt'));
    await userEvent.click(bar().getByRole('button', { name: 'Übernehmen' }));
    await bar().findByText('27 Bestellungen übernommen, 3 nicht.');
    expect(sizes).toEqual([MAX_MOVED_AT_ONCE, 5]);
    expect(refusedTexts()).toEqual([30, 20, 10].map((id) => `Finn hat Bestellung #${id} schon übernommen.`));
    // Finn has them now, so that a second press does not move them.
    expect(chosen()).toEqual([]);
  });

  it('follows what changes on a chosen order, and leaves out one that somebody changed (OWN-1534)', async () => {
    const sent: unknown[] = [];
    const { client } = await open(ordersOf(4), {
      'POST /api/admin/orders/bulk-move': (body) => {
        sent.push(body);
        const taken = order({ id: 4, status: 'processing', processedBy: 'Finn', version: 5 });
        return fakeResponse([
          { id: 4, refusal: 'STALE', order: taken },
          { id: 3, refusal: 'STALE', order: order({ id: 3, version: 7 }) },
        ] satisfies MovedOrder[]);
      },
    });
    for (const id of [4, 3, 2, 1]) await userEvent.click(box(id));
    act(() => {
      applyOrderState(client, order({ id: 4, version: 2, dueAt: null }));
      applyOrderState(client, order({ id: 2, status: 'processing', processedBy: 'Finn', version: 2 }));
      // The user's own move of a single order is not reported.
      applyOrderState(client, order({ id: 1, status: 'processing', processedById: 7, version: 2 }));
    });
    await waitFor(() => expect(chosen()).toEqual([4, 3]));
    expect(refusedTexts()).toEqual(['Finn hat Bestellung #2 schon übernommen.']);
    await userEvent.keyboard('t');
    await waitFor(() => expect(chosen()).toEqual([3]));
    expect(refusedTexts()).toEqual([
      'Finn hat Bestellung #4 schon übernommen.',
      'Bestellung #3 wurde inzwischen geändert. Der neue Stand ist geladen.',
    ]);
    await userEvent.keyboard('t');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      {
        move: 'process',
        orders: [
          { id: 4, version: 2 },
          { id: 3, version: 1 },
        ],
      },
      { move: 'process', orders: [{ id: 3, version: 7 }] },
    ]);
  });

  it('follows also what is in no loaded list', async () => {
    const { client } = await open(ordersOf(2), {
      'GET /api/admin/orders': (_, { searchParams }) =>
        fakeResponse(
          searchParams.get('limit') === String(MAX_CHOSEN) ? ordersOf(3) : ordersOf(3).slice(0, 2),
        ),
    });
    await userEvent.click(box(3));
    await userEvent.click(bar().getByRole('button', { name: 'Alle dieser Ansicht' }));
    await waitFor(() => bar().getByText('3 ausgewählt'));
    act(() => applyOrderState(client, order({ id: 1, status: 'cancelled', version: 2 })));
    await waitFor(() => bar().getByText('2 ausgewählt'));
    expect(refusedTexts()).toHaveLength(1);
  });

  it('asks before it completes or archives more than one, since that has no way back (OWN-1536)', async () => {
    const sizes: number[] = [];
    await open(ordersOf(3), { 'POST /api/admin/orders/bulk-move': answerMoves(sizes, () => null) });
    await userEvent.click(box(3));
    await userEvent.click(box(2));
    await userEvent.keyboard('e');
    bar().getByRole('group', { name: '2 Bestellungen abschließen?' });
    await userEvent.keyboard('{Escape}');
    expect(bar().queryByRole('group')).toBeNull();
    expect(chosen()).toEqual([3, 2]);
    await userEvent.click(bar().getByRole('button', { name: 'Abschließen' }));
    expect(sizes).toEqual([]);
    await userEvent.click(within(bar().getByRole('group')).getByRole('button', { name: 'Abschließen' }));
    await waitFor(() => expect(chosen()).toEqual([]));
    expect(sizes).toEqual([2]);
    // A question about orders that are no longer chosen does not come back with others.
    await userEvent.click(box(1));
    expect(bar().queryByRole('group')).toBeNull();
  });

  it('asks before more than one portion, and takes all back in portions (OWN-1568)', async () => {
    const sizes: number[] = [];
    const undone: number[][] = [];
    await open(ordersOf(30), {
      'GET /api/discord/server-info': () => fakeResponse(serverInfo({ undoSeconds: 10 })),
      'POST /api/admin/orders/bulk-move': answerMoves(sizes, () => null),
      'POST /api/admin/orders/bulk-undo': (body) => {
        const { orders } = undoOrdersRequest.parse(body);
        undone.push(orders.map(({ version }) => version));
        return fakeResponse(
          orders.map(({ id, version }): MovedOrder => {
            const refusal = id === 3 ? 'UNDO_OVER' : null;
            return { id, refusal, order: order({ id, version: version + 1 }) };
          }),
        );
      },
    });
    await userEvent.click(box(30));
    await userEvent.click(bar().getByRole('button', { name: 'Alle dieser Ansicht' }));
    await waitFor(() => bar().getByText('30 ausgewählt'));
    await userEvent.keyboard('e');
    expect(sizes).toEqual([]);
    const question = within(bar().getByRole('group', { name: '30 Bestellungen abschließen?' }));
    await userEvent.click(question.getByRole('button', { name: 'Abschließen' }));
    await waitFor(() => expect(sizes).toEqual([MAX_MOVED_AT_ONCE, 5]));
    await waitFor(() => expect(chosen()).toEqual([]));
    await userEvent.keyboard('z');
    await waitFor(() => expect(undone.map((versions) => versions.length)).toEqual([MAX_MOVED_AT_ONCE, 5]));
    expect(new Set(undone.flat())).toEqual(new Set([2]));
    await screen.findByText('29 Bestellungen sind wieder wie zuvor, 1 nicht.');
    expect(refusedTexts()).toEqual([
      'Bestellung #3 lässt sich nicht mehr rückgängig machen: Die Zeit ist um.',
    ]);
  });

  it('is taken back while it goes on: without a question, and without the portions to come (OWN-1568)', async () => {
    const sizes: number[] = [];
    const move = answerMoves(sizes, () => null);
    const { response, open: answer } = deferResponse();
    const undone: number[] = [];
    await open(ordersOf(30), {
      'GET /api/discord/server-info': () => fakeResponse(serverInfo({ undoSeconds: 10 })),
      'POST /api/admin/orders/bulk-move': async (body) => {
        const moved = move(body);
        await response;
        return moved;
      },
      'POST /api/admin/orders/bulk-undo': (body) => {
        const { orders } = undoOrdersRequest.parse(body);
        undone.push(orders.length);
        return fakeResponse(
          orders.map(({ id, version }): MovedOrder => ({
            id,
            refusal: null,
            order: order({ id, version: version + 1 }),
          })),
        );
      },
    });
    await userEvent.click(box(30));
    await userEvent.click(bar().getByRole('button', { name: 'Alle dieser Ansicht' }));
    await waitFor(() => bar().getByText('30 ausgewählt'));
    await userEvent.keyboard('t');
    await waitFor(() => expect(sizes).toHaveLength(1));
    await userEvent.keyboard('z');
    expect(undone).toEqual([]);
    answer(fakeResponse([]));
    await waitFor(() => expect(undone).toEqual([MAX_MOVED_AT_ONCE]));
    expect(sizes).toEqual([MAX_MOVED_AT_ONCE]);
    await userEvent.keyboard('z');
    expect(undone).toHaveLength(1);
  });

  it('completes one portion without a question where that can be taken back (OWN-1568)', async () => {
    const sizes: number[] = [];
    await open(ordersOf(3), {
      'GET /api/discord/server-info': () => fakeResponse(serverInfo({ undoSeconds: 10 })),
      'POST /api/admin/orders/bulk-move': answerMoves(sizes, () => null),
    });
    await userEvent.click(box(3));
    await userEvent.click(box(2));
    await userEvent.keyboard('e');
    await waitFor(() => expect(sizes).toEqual([2]));
  });

  it('leaves keys to the open sheet', async () => {
    const sizes: number[] = [];
    const patched: string[] = [];
    await open(ordersOf(3), {
      'POST /api/admin/orders/bulk-move': answerMoves(sizes, () => null),
      'PATCH /api/admin/orders/1/process': () => {
        patched.push('1');
        return fakeResponse(order({ id: 1, status: 'processing', version: 2 }));
      },
    });
    await userEvent.click(box(3));
    await userEvent.click(box(2));
    fireEvent.click(rowButton(1));
    await screen.findByRole('dialog', { name: 'Bestellung #1' });
    await userEvent.keyboard('t');
    await waitFor(() => expect(patched).toEqual(['1']));
    expect(sizes).toEqual([]);
  });

  it('does not take an order whose payment is missing', async () => {
    const sizes: number[] = [];
    await open([order({ id: 2 }), order({ id: 1, paymentStatus: 'unconfirmed' })], {
      'POST /api/admin/orders/bulk-move': answerMoves(sizes, () => null),
    });
    await userEvent.click(box(1));
    expect(bar().getByRole<HTMLButtonElement>('button', { name: 'Übernehmen' }).disabled).toBe(true);
    await userEvent.click(box(2));
    await userEvent.keyboard('t');
    await bar().findByText('1 Bestellung übernommen, 1 nicht.');
    expect(sizes).toEqual([1]);
    expect(refusedTexts()).toEqual(['Bestellung #1 bitte nicht liefern: Die Zahlung fehlt.']);
  });

  it('ends where the shop is too busy to go on, and says what is done (OWN-1536)', async () => {
    let calls = 0;
    await open(ordersOf(30), {
      'POST /api/admin/orders/bulk-move': (body) => {
        calls += 1;
        return fakeResponse(
          moveOrdersRequest
            .parse(body)
            .orders.map(({ id }, at): MovedOrder =>
              at === 0
                ? { id, refusal: null, order: order({ id, status: 'processing', version: 2 }) }
                : { id, refusal: at === 1 ? 'UNAVAILABLE' : NOT_TRIED, order: null },
            ),
        );
      },
    });
    await userEvent.click(box(30));
    await userEvent.click(bar().getByRole('button', { name: 'Alle dieser Ansicht' }));
    await waitFor(() => bar().getByText('30 ausgewählt'));
    await userEvent.keyboard('t');
    await bar().findByText('1 Bestellung übernommen, 29 nicht. Der Shop ist gerade ausgelastet.');
    expect(calls).toBe(1);
    expect(bar().queryByRole('list')).toBeNull();
    bar().getByText('29 ausgewählt');
  });

  it('does not call failed what may be done, where the line breaks', async () => {
    const { toasts } = await open(ordersOf(2), {
      'POST /api/admin/orders/bulk-move': () => Promise.reject(new TypeError('no line')),
    });
    await userEvent.keyboard('jxt');
    await waitFor(() =>
      expect(toasts[0]?.description).toBe('Die Antwort fehlt. Die Liste zeigt, was sich geändert hat.'),
    );
  });

  describe('refused while the user went elsewhere', () => {
    const said = 'Der Kunde hat Bestellung #2 zurückgezogen. Bitte nicht liefern.';
    const moveAndLeave = async (leave: () => Promise<void>) => {
      const { response, open: answer } = deferResponse();
      const page = await open(ordersOf(2), { 'POST /api/admin/orders/bulk-move': () => response });
      await userEvent.keyboard('jxt');
      await bar().findByText('0 von 1');
      await leave();
      const now = order({ id: 2, status: 'cancelled', version: 2 });
      await act(async () => {
        answer(fakeResponse([{ id: 2, refusal: 'WITHDRAWN', order: now }]));
        await response;
      });
      return page;
    };

    it('is said in the bar after another filter, until it is closed', async () => {
      await moveAndLeave(() => userEvent.click(screen.getByRole('radio', { name: /^Ausstehend/ })));
      await bar().findByText('0 Bestellungen übernommen, 1 nicht.');
      expect(refusedTexts()).toEqual([said]);
      await userEvent.click(bar().getByRole('button', { name: 'Schließen' }));
      expect(screen.queryByRole('group', { name: 'Ausgewählte Bestellungen' })).toBeNull();
    });

    it('is said by a toast in another tab', async () => {
      const { toasts } = await moveAndLeave(() =>
        userEvent.click(screen.getByRole('link', { name: /^Archiviert/ })),
      );
      await waitFor(() =>
        expect(toasts[0]).toMatchObject({ title: '0 Bestellungen übernommen, 1 nicht.', description: said }),
      );
    });
  });

  it('that gets no answer half way keeps chosen what may not have moved', async () => {
    const sizes: number[] = [];
    const move = answerMoves(sizes, () => null);
    await open(ordersOf(30), {
      'POST /api/admin/orders/bulk-move': (body) =>
        sizes.length === 0 ? move(body) : problemResponse(500, 'INTERNAL', 'no'),
    });
    await userEvent.click(box(30));
    await userEvent.click(bar().getByRole('button', { name: 'Alle dieser Ansicht' }));
    await waitFor(() => bar().getByText('30 ausgewählt'));
    await userEvent.keyboard('t');
    await waitFor(() => bar().getByText('5 ausgewählt'));
    await bar().findByText('25 Bestellungen übernommen, 5 nicht.');
    expect(sizes).toEqual([MAX_MOVED_AT_ONCE]);
  });
});
