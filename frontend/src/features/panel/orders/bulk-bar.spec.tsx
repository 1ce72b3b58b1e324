import { describe, expect, it } from '@jest/globals';
import { MAX_MOVED_AT_ONCE, moveOrdersRequest, type MovedOrder, type StaffOrder } from '@pax/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { answerOrders, countsFor, order } from '../../../test/order-lists';
import { problemResponse, type mockServer } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
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
  it('goes in portions; refused ones are named with their reason and stay chosen', async () => {
    const all = ordersOf(30);
    const sizes: number[] = [];
    await open(all, {
      'POST /api/admin/orders/bulk-move': answerMoves(sizes, (id) => (id % 10 === 0 ? 'STALE' : null)),
    });
    await userEvent.click(box(30));
    await userEvent.click(bar().getByRole('button', { name: 'Alle dieser Ansicht' }));
    await waitFor(() => bar().getByText('30 ausgewählt'));
    await userEvent.click(bar().getByRole('button', { name: 'Übernehmen' }));
    await waitFor(() => bar().getByText('3 ausgewählt'));
    expect(sizes).toEqual([MAX_MOVED_AT_ONCE, 5]);
    const refused = within(bar().getByRole('list', { name: 'Abgelehnt' })).getAllByRole('listitem');
    expect(refused.map(({ textContent }) => textContent)).toEqual(
      [30, 20, 10].map((id) => `Finn hat Bestellung #${id} schon übernommen.`),
    );
    await bar().findByText('27 Bestellungen übernommen. 3 blieben ausgewählt.');
  });

  it('sends the version in which an order was chosen, since it may move under the hand', async () => {
    const sent: unknown[] = [];
    const { client } = await open(ordersOf(2), {
      'POST /api/admin/orders/bulk-move': (body) => {
        sent.push(body);
        return fakeResponse([{ id: 2, refusal: 'STALE', order: order({ id: 2, version: 4 }) }]);
      },
    });
    await userEvent.keyboard('jx');
    act(() => applyOrderState(client, order({ id: 2, version: 3 })));
    await userEvent.keyboard('e');
    await bar().findByText(/^Bestellung #2 wurde inzwischen geändert/);
    await userEvent.keyboard('e');
    await waitFor(() =>
      expect(sent).toEqual([1, 4].map((version) => ({ move: 'complete', orders: [{ id: 2, version }] }))),
    );
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
    await bar().findByText('25 Bestellungen übernommen. 5 blieben ausgewählt.');
    expect(sizes).toEqual([MAX_MOVED_AT_ONCE]);
  });
});
