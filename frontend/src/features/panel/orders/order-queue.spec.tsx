import { describe, expect, it } from '@jest/globals';
import type { StaffOrder } from '@pax/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { order, answerOrders, countsFor } from '../../../test/order-lists';
import { problemResponse, type mockServer } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { user } from '../../../test/user';
import { applyOrderState } from './order-list-cache';

const three = [
  order({ id: 3, productName: 'Wings' }),
  order({ id: 2, status: 'processing' }),
  order({ id: 1, status: 'completed' }),
];
const open = async (orders: StaffOrder[] = three, answers: Parameters<typeof mockServer>[0] = {}) => {
  const { calls, ...page } = await openPanel({
    'GET /api/admin/orders': answerOrders('active', () => orders),
    'GET /api/admin/counts': () => fakeResponse(countsFor(orders)),
    ...answers,
  });
  await waitFor(() => expect(ids().length).toBeGreaterThan(0));
  return { ...page, patched: () => calls.filter(({ call }) => call.startsWith('PATCH')) };
};
const ids = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => Number(dataset['row']));
const row = (id: number) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)!;
const selected = () => document.querySelector<HTMLElement>('[data-selected]')?.dataset['row'];
const radio = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));

describe('the queue of orders', () => {
  it('has one main button, the next step: Übernehmen, then Abschließen (OWN-1532)', async () => {
    await open();
    const main = [3, 2, 1].map((id) => row(id).querySelector('[data-main]')?.textContent);
    expect(main).toEqual(['Übernehmen', 'Abschließen', undefined]);
  });

  it('copies a game name, and says who has an order until it is handed back (OWN-1531)', async () => {
    const { client } = await open(
      three.with(1, order({ id: 2, status: 'processing', processedBy: 'Finn Bold' })),
    );
    expect(within(row(2)).getByText('Bearbeitet von Finn Bold').parentElement?.textContent).toContain('FB');
    within(row(3)).getByRole('button', { name: 'Spielname kopieren' });
    act(() => applyOrderState(client, order({ id: 2, version: 2 })));
    await waitFor(() => expect(within(row(2)).queryByText('Bearbeitet von Finn Bold')).toBeNull());
    act(() =>
      applyOrderState(client, order({ id: 2, status: 'processing', processedBy: 'nova', version: 3 })),
    );
    await waitFor(() => within(row(2)).getByText('Bearbeitet von nova'));
  });

  it('has views with counts, which the address names (OWN-1530)', async () => {
    const asked: (string | null)[] = [];
    await open(three, {
      'GET /api/admin/orders': (body, url) => {
        asked.push(url.searchParams.get('state'));
        return answerOrders('active', () => three)(body, url);
      },
      'GET /api/admin/orders/views': () => fakeResponse({ overdue: 2, soon: 0, mine: 10_001, priority: 4 }),
    });
    await screen.findByRole('radio', { name: 'Überfällig 2' });
    screen.getByRole('radio', { name: /^Meine 10.000\+$/ });
    await radio(/^Überfällig/);
    expect(ids().toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(asked.at(-1)).toBe('pending,processing,overdue');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Ausstehend/ }).checked).toBe(true);
    await radio(/^Vorrang/);
    await screen.findByText('Nichts in diesem Filter');
    await userEvent.click(screen.getByRole('button', { name: 'Alle zeigen' }));
    await waitFor(() => expect(ids()).toEqual([3, 2, 1]));
  });

  it('t takes, and says who has it where somebody was faster (OWN-1533)', async () => {
    const taken = order({ id: 3, status: 'processing', processedBy: 'Finn', processedById: 9, version: 2 });
    let orders = three;
    const { patched, toasts } = await open(three, {
      'GET /api/admin/orders': () => fakeResponse(orders),
      'GET /api/admin/orders/3': () => fakeResponse(taken),
      'PATCH /api/admin/orders/3/process': () => {
        orders = three.with(0, taken);
        return problemResponse(409, 'STALE', 'moved');
      },
    });
    await userEvent.keyboard('jt');
    await waitFor(() => expect(toasts[0]?.description).toBe('Finn hat Bestellung #3 schon übernommen.'));
    within(row(3)).getByText('Bearbeitet von Finn');
    expect(selected()).toBe('3');
    // An order that is taken can not be taken again.
    await userEvent.keyboard('t');
    expect(patched()).toHaveLength(1);
  });

  it.each([
    [
      'the next that nobody else has',
      [order({ id: 2, status: 'processing', processedBy: 'Finn' }), order({ id: 1 })],
      '1',
    ],
    [
      'the next that the user has',
      [
        order({ id: 2, status: 'processing', processedBy: 'pax', processedById: user().id }),
        order({ id: 1 }),
      ],
      '2',
    ],
    ['the next where others have all', [order({ id: 2, status: 'processing', processedBy: 'Finn' })], '2'],
    ['none after the last', [], '3'],
  ])('e completes and goes on to %s (OWN-1533)', async (_, others, next) => {
    const { patched } = await open([order({ id: 3 }), ...others], {
      'PATCH /api/admin/orders/3/complete': () =>
        fakeResponse(order({ id: 3, status: 'completed', version: 2 })),
    });
    await userEvent.keyboard('je');
    await waitFor(() => expect(selected()).toBe(next));
    expect(patched().map(({ call }) => call)).toEqual(['PATCH /api/admin/orders/3/complete']);
  });

  it('r asks whether to give the money back, and does nothing by itself (OWN-1533)', async () => {
    const { patched } = await open();
    await userEvent.keyboard('kr');
    const sheet = await screen.findByRole('dialog', { name: 'Bestellung #1' });
    await within(sheet).findByRole('group', { name: 'Erstatten' });
    expect(patched()).toEqual([]);
  });

  it('r asks nothing about another order, nor later what an order did not allow then (OWN-1533)', async () => {
    const { client } = await open(
      three.with(1, order({ id: 2, paymentStatus: 'disputed', status: 'completed' })),
    );
    const question = (id: number) =>
      within(screen.getByRole('dialog', { name: `Bestellung #${id}` })).queryByRole('group', {
        name: 'Erstatten',
      });
    await userEvent.keyboard('kr');
    await waitFor(() => expect(question(1)).not.toBeNull());
    await userEvent.keyboard('kj');
    await screen.findByRole('dialog', { name: 'Bestellung #1' });
    expect(question(1)).toBeNull();
    await userEvent.keyboard('kr');
    await screen.findByRole('dialog', { name: 'Bestellung #2' });
    act(() => applyOrderState(client, order({ id: 2, status: 'completed', version: 2 })));
    await within(screen.getByRole('dialog')).findByRole('button', { name: 'Erstatten' });
    expect(question(2)).toBeNull();
  });

  it('t leaves an order whose payment is missing (OWN-1533)', async () => {
    const { patched } = await open([order({ id: 3, paymentStatus: 'unconfirmed' })]);
    await userEvent.keyboard('jt');
    expect(patched()).toEqual([]);
  });
});
