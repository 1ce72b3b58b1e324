import { beforeEach, describe, expect, it } from '@jest/globals';
import { ORDER_STATUSES, type Order } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { createQueryClient } from '../../../lib/http/query-client';
import { answer } from '../../../test/answer';
import { order } from '../../../test/order';
import { mockServer, problem } from '../../../test/mock-server';
import { mainTransitionOf, transitionsOf, OrderTransitions, withPending } from './order-transitions';
import { ORDER_LIST_KEYS, upsertOrder, getOrderLists } from './order-queries';

let client: QueryClient;
let transitions: OrderTransitions;
let outcomes: string[];
const fill = (...orders: Order[]) => {
  client.setQueryData(ORDER_LIST_KEYS.active, { orders, total: orders.length, next: undefined });
  client.setQueryData(ORDER_LIST_KEYS.archived, { orders: [], total: 0, next: undefined });
};
const shown = () => {
  const { active, archived } = withPending(getOrderLists(client), transitions.pending);
  return [active, archived].map((list) => list?.orders.map(({ id, status }) => `${id} ${status}`));
};
const held = () => {
  let open: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    open = resolve;
  });
  return { response, open };
};

beforeEach(() => {
  client = createQueryClient();
  transitions = new OrderTransitions(client);
  outcomes = [];
  transitions.setCallbacks({
    done: ({ id }, transition) => outcomes.push(`${transition} ${id} done`),
    failed: (id, transition, reason) => outcomes.push(`${transition} ${id} ${reason}`),
  });
});

describe('the steps on offer', () => {
  it('are those of the state table without cancelling (ADMIN-2.22)', () => {
    expect(ORDER_STATUSES.map((status) => [status, transitionsOf(order({ status }))])).toEqual([
      ['pending', ['process', 'complete']],
      ['processing', ['release', 'complete']],
      ['completed', ['archive']],
      ['cancelled', []],
      ['archived', []],
    ]);
  });

  it('leave completing out while the payment is unconfirmed', () => {
    expect(transitionsOf(order({ paymentStatus: 'unconfirmed' }))).toEqual(['process']);
    expect(mainTransitionOf(order({ paymentStatus: 'unconfirmed' }))).toBeUndefined();
  });
});

describe('a transition', () => {
  it('shows before the server answers, and the counts with it', async () => {
    const { response, open } = held();
    mockServer({ 'PATCH /api/admin/orders/1/complete': () => response });
    fill(order());
    transitions.transition(1, 'complete');
    expect(shown()).toEqual([['1 completed'], []]);
    expect(getOrderLists(client).active?.orders[0]?.status).toBe('pending');
    open(answer(order({ status: 'completed', version: 2 })));
    await waitFor(() => expect(outcomes).toEqual(['complete 1 done']));
    expect(transitions.pending.size).toBe(0);
    expect(getOrderLists(client).active?.orders[0]?.version).toBe(2);
  });

  it('sends the version it saw', async () => {
    const calls = mockServer({
      'PATCH /api/admin/orders/1/process': () => answer(order({ status: 'processing', version: 6 })),
    });
    fill(order({ version: 5 }));
    transitions.transition(1, 'process');
    await waitFor(() => expect(outcomes).toEqual(['process 1 done']));
    expect(calls).toEqual([{ call: 'PATCH /api/admin/orders/1/process', body: { version: 5 } }]);
  });

  it('moves an archived order to the other list at once', async () => {
    const { response, open } = held();
    mockServer({ 'PATCH /api/admin/orders/1/archive': () => response });
    fill(order({ status: 'completed' }));
    transitions.transition(1, 'archive');
    expect(shown()).toEqual([[], ['1 archived']]);
    expect(withPending(getOrderLists(client), transitions.pending).archived?.total).toBe(1);
    open(answer(order({ status: 'archived', version: 2 })));
    await waitFor(() => expect(transitions.pending.size).toBe(0));
    expect(shown()).toEqual([[], ['1 archived']]);
    expect(getOrderLists(client).active?.total).toBe(0);
  });

  it('is taken back when the line fails', async () => {
    mockServer({
      'PATCH /api/admin/orders/1/complete': () => Promise.reject(new TypeError('no line')),
    });
    fill(order());
    transitions.transition(1, 'complete');
    expect(shown()[0]).toEqual(['1 completed']);
    await waitFor(() => expect(outcomes).toEqual(['complete 1 failed']));
    expect(shown()[0]).toEqual(['1 pending']);
  });

  it.each([
    ['STALE', 'stale'],
    ['ILLEGAL_MOVE', 'illegal'],
  ])('is taken back on %s, and the lists are read again', async (code, reason) => {
    mockServer({ 'PATCH /api/admin/orders/1/complete': () => problem(409, code, 'no') });
    fill(order());
    transitions.transition(1, 'complete');
    await waitFor(() => expect(outcomes).toEqual([`complete 1 ${reason}`]));
    expect(client.getQueryState(ORDER_LIST_KEYS.active)?.isInvalidated).toBe(true);
    expect(client.getQueryState(ORDER_LIST_KEYS.archived)?.isInvalidated).toBe(true);
    expect(shown()[0]).toEqual(['1 pending']);
  });

  it('does not undo a newer state that came by the socket meanwhile', async () => {
    const { response, open } = held();
    mockServer({ 'PATCH /api/admin/orders/1/complete': () => response });
    fill(order());
    transitions.transition(1, 'complete');
    upsertOrder(client, order({ status: 'processing', version: 2 }));
    open(problem(409, 'STALE', 'no'));
    await waitFor(() => expect(outcomes).toEqual(['complete 1 stale']));
    expect(shown()[0]).toEqual(['1 processing']);
  });

  it('that the order does not allow is not sent', () => {
    const calls = mockServer({});
    fill(order({ status: 'completed' }));
    transitions.transition(1, 'complete');
    transitions.transition(2, 'complete');
    expect(calls).toEqual([]);
    expect(transitions.pending.size).toBe(0);
  });
});

describe('two steps in one go', () => {
  it('are sent one after the other, each with the version of then', async () => {
    const first = held();
    const calls = mockServer({
      'PATCH /api/admin/orders/1/complete': () => first.response,
      'PATCH /api/admin/orders/1/archive': () => answer(order({ status: 'archived', version: 3 })),
    });
    fill(order());
    transitions.transition(1, 'complete');
    transitions.transition(1, 'archive');
    expect(shown()).toEqual([[], ['1 archived']]);
    await waitFor(() => expect(calls).toHaveLength(1));
    first.open(answer(order({ status: 'completed', version: 2 })));
    await waitFor(() => expect(outcomes).toEqual(['complete 1 done', 'archive 1 done']));
    expect(calls.map(({ body }) => body)).toEqual([{ version: 1 }, { version: 2 }]);
    expect(shown()).toEqual([[], ['1 archived']]);
  });

  it('end with the first that fails', async () => {
    const calls = mockServer({
      'PATCH /api/admin/orders/1/complete': () => problem(503, 'UNAVAILABLE', 'later'),
    });
    fill(order());
    transitions.transition(1, 'complete');
    transitions.transition(1, 'archive');
    await waitFor(() => expect(transitions.pending.size).toBe(0));
    expect(outcomes).toEqual(['complete 1 failed']);
    expect(calls).toHaveLength(1);
    expect(shown()).toEqual([['1 pending'], []]);
  });
});
