import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authCalls, type StaffOrder } from '@pax/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { preloadAreas, startI18n } from '../../../i18n/i18n';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { createQueryClient } from '../../../lib/http/query-client';
import { WRITE_MS } from '../../../lib/http/time-limit';
import { fakeResponse } from '../../../test/fake-response';
import { collectToasts } from '../../../test/collect-toasts';
import { deferResponse } from '../../../test/deferred-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { order, fillOrderLists, orderKey, orderListsIn, PRESET } from '../../../test/order-lists';
import { user } from '../../../test/user';
import { orderListRuleFor, applyOrderState } from './order-list-cache';
import { useOrderList } from './order-queries';
import { type PanelTransition, readPendingStatuses, applyPendingStatuses } from './pending-transitions';
import { useOrderTransition } from './use-order-transition';

let client: QueryClient;
let outcomes: (string | undefined)[];
const use = <T>(hook: () => T) => {
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return renderHook(hook, { wrapper }).result;
};
const start = (id: number, transition: PanelTransition) => {
  const { current } = use(() => useOrderTransition(id));
  act(() => void current(transition));
};
const fill = (...active: StaffOrder[]) => fillOrderLists(client, { active });
const shownLists = () => {
  const shown = (name: 'active' | 'archived') => {
    const list = orderListsIn(client)[name];
    return (
      list && applyPendingStatuses(client, readPendingStatuses(client), list, orderListRuleFor(name, PRESET))
    );
  };
  return { active: shown('active'), archived: shown('archived') };
};
const shownRows = () => {
  const { active, archived } = shownLists();
  return [active, archived].map((list) => list?.items.map(({ id, status }) => `${id} ${status}`));
};

beforeAll(async () => {
  await startI18n('mix');
  await preloadAreas('admin', 'common');
});
beforeEach(() => {
  client = createQueryClient();
  client.setQueryData(queryOptionsFor(authCalls.me).queryKey, user());
  outcomes = [];
  collectToasts(({ title, description }) => outcomes.push(title === 'Fehler' ? description : title));
});

describe('a transition', () => {
  it('shows before the server answers, and the counts with it', async () => {
    const { response, open } = deferResponse();
    mockServer({ 'PATCH /api/admin/orders/1/complete': () => response });
    fill(order());
    start(1, 'complete');
    expect(shownRows()).toEqual([['1 completed'], []]);
    expect(orderListsIn(client).active?.items[0]?.status).toBe('pending');
    open(fakeResponse(order({ status: 'completed', version: 2 })));
    await waitFor(() => expect(outcomes).toEqual(['Bestellung abgeschlossen']));
    expect(readPendingStatuses(client).size).toBe(0);
    expect(orderListsIn(client).active?.items[0]?.version).toBe(2);
  });

  it('sends the version it saw', async () => {
    const calls = mockServer({
      'PATCH /api/admin/orders/1/process': () => fakeResponse(order({ status: 'processing', version: 6 })),
    });
    fill(order({ version: 5 }));
    start(1, 'process');
    await waitFor(() => expect(outcomes).toEqual(['Bestellung übernommen']));
    expect(calls).toEqual([{ call: 'PATCH /api/admin/orders/1/process', body: { version: 5 } }]);
  });

  it('moves an archived order to the other list at once', async () => {
    const { response, open } = deferResponse();
    mockServer({ 'PATCH /api/admin/orders/1/archive': () => response });
    fill(order({ status: 'completed' }));
    start(1, 'archive');
    expect(shownRows()).toEqual([[], ['1 archived']]);
    expect(shownLists().archived?.total).toBe(1);
    open(fakeResponse(order({ status: 'archived', version: 2 })));
    await waitFor(() => expect(readPendingStatuses(client).size).toBe(0));
    expect(shownRows()).toEqual([[], ['1 archived']]);
    expect(orderListsIn(client).active?.total).toBe(0);
  });

  it('is taken back when the line fails', async () => {
    mockServer({
      'PATCH /api/admin/orders/1/complete': () => Promise.reject(new TypeError('no line')),
    });
    fill(order());
    start(1, 'complete');
    expect(shownRows()[0]).toEqual(['1 completed']);
    await waitFor(() => expect(outcomes).toEqual(['Bestellung #1 konnte nicht abgeschlossen werden.']));
    expect(shownRows()[0]).toEqual(['1 pending']);
  });

  it.each([
    ['STALE', 'wurde inzwischen geändert'],
    ['ILLEGAL_MOVE', 'erlaubt diesen Schritt nicht mehr'],
    ['WITHDRAWN', 'Bitte nicht liefern'],
    ['OWN_ORDER', 'ist deine eigene'],
  ])('is taken back on %s, and the lists are read again', async (code, reason) => {
    mockServer({ 'PATCH /api/admin/orders/1/complete': () => problemResponse(409, code, 'no') });
    fill(order());
    start(1, 'complete');
    await waitFor(() => expect(outcomes[0]).toContain(reason));
    expect(client.getQueryState(orderKey('active'))?.isInvalidated).toBe(true);
    expect(client.getQueryState(orderKey('archived'))?.isInvalidated).toBe(true);
    expect(shownRows()[0]).toEqual(['1 pending']);
  });

  it('does not undo a newer state that came by the socket meanwhile', async () => {
    const { response, open } = deferResponse();
    mockServer({ 'PATCH /api/admin/orders/1/complete': () => response });
    fill(order());
    start(1, 'complete');
    applyOrderState(client, order({ status: 'processing', version: 2 }));
    open(problemResponse(409, 'STALE', 'no'));
    await waitFor(() =>
      expect(outcomes).toEqual(['Bestellung #1 wurde inzwischen geändert. Der neue Stand ist geladen.']),
    );
    expect(shownRows()[0]).toEqual(['1 processing']);
  });

  it('of an order of the own account is not sent (OWN-890)', () => {
    const calls = mockServer({});
    fill(order({ userId: user().id }));
    start(1, 'complete');
    expect(calls).toEqual([]);
  });

  it('that the order does not allow is not sent', () => {
    const calls = mockServer({});
    fill(order({ status: 'completed' }));
    start(1, 'complete');
    start(2, 'complete');
    expect(calls).toEqual([]);
    expect(readPendingStatuses(client).size).toBe(0);
  });
});

describe('a pending transition', () => {
  it('leaves the other rows where they are, and the order in its place (OWN-125)', () => {
    const first = (id: number) => order({ id, priority: true });
    fill(first(7), first(5), order({ id: 99 }), order({ id: 98 }));
    mockServer({
      'PATCH /api/admin/orders/98/process': () => deferResponse().response,
      'PATCH /api/admin/orders/7/complete': () => deferResponse().response,
    });
    start(98, 'process');
    expect(shownRows()[0]).toEqual(['7 pending', '5 pending', '99 pending', '98 processing']);
    start(7, 'complete');
    expect(shownRows()[0]).toEqual(['5 pending', '99 pending', '98 processing', '7 completed']);
  });

  it('of one order does not hold up those of others (OWN-125)', async () => {
    const calls = mockServer({
      'PATCH /api/admin/orders/1/complete': () => deferResponse().response,
      'PATCH /api/admin/orders/2/complete': () =>
        fakeResponse(order({ id: 2, status: 'completed', version: 2 })),
    });
    fill(order({ id: 2 }), order({ id: 1 }));
    start(1, 'complete');
    start(2, 'complete');
    await waitFor(() => expect(outcomes).toEqual(['Bestellung abgeschlossen']));
    expect(calls).toHaveLength(2);
    expect(shownRows()[0]).toEqual(['2 completed', '1 completed']);
  });

  it('whose answer does not come ends, reads the lists again and lets the next begin (OWN-125)', async () => {
    jest.useFakeTimers();
    try {
      globalThis.fetch = (_path, init) =>
        new Promise((_, fail) => {
          init?.signal?.addEventListener('abort', () => fail(init.signal?.reason));
        });
      fill(order());
      start(1, 'complete');
      start(1, 'archive');
      await act(async () => await jest.advanceTimersByTimeAsync(WRITE_MS));
      expect(outcomes).toEqual(['No answer yet']);
      expect(shownRows()).toEqual([['1 pending'], []]);
      expect(client.getQueryState(orderKey('active'))?.isInvalidated).toBe(true);
    } finally {
      jest.useRealTimers();
    }
    mockServer({
      'PATCH /api/admin/orders/1/process': () => fakeResponse(order({ status: 'processing', version: 2 })),
    });
    start(1, 'process');
    await waitFor(() => expect(outcomes).toContain('Bestellung übernommen'));
    expect(shownRows()[0]).toEqual(['1 processing']);
  });

  it('stays settled though a read that began before it ends after it (OWN-125)', async () => {
    const { response, open } = deferResponse();
    const reads = [() => response, () => fakeResponse([order({ status: 'completed', version: 2 })])];
    mockServer({
      'GET /api/admin/orders': () => (reads.shift() ?? (() => fakeResponse([])))(),
      'PATCH /api/admin/orders/1/complete': () => fakeResponse(order({ status: 'completed', version: 2 })),
    });
    fill(order());
    const list = use(() => useOrderList('active', PRESET));
    act(() => void list.current.refetch());
    start(1, 'complete');
    await waitFor(() => expect(outcomes).toEqual(['Bestellung abgeschlossen']));
    open(fakeResponse([order()]));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(shownRows()[0]).toEqual(['1 completed']);
  });
});

describe('two steps in one go', () => {
  it('are sent one after the other, each with the version of then', async () => {
    const first = deferResponse();
    const calls = mockServer({
      'PATCH /api/admin/orders/1/complete': () => first.response,
      'PATCH /api/admin/orders/1/archive': () => fakeResponse(order({ status: 'archived', version: 3 })),
    });
    fill(order());
    start(1, 'complete');
    start(1, 'archive');
    expect(shownRows()).toEqual([[], ['1 archived']]);
    await waitFor(() => expect(calls).toHaveLength(1));
    first.open(fakeResponse(order({ status: 'completed', version: 2 })));
    await waitFor(() => expect(outcomes).toEqual(['Bestellung abgeschlossen', 'Bestellung archiviert']));
    expect(calls.map(({ body }) => body)).toEqual([{ version: 1 }, { version: 2 }]);
    expect(shownRows()).toEqual([[], ['1 archived']]);
  });

  it('end with the first that fails', async () => {
    const calls = mockServer({
      'PATCH /api/admin/orders/1/complete': () => problemResponse(503, 'UNAVAILABLE', 'later'),
    });
    fill(order());
    start(1, 'complete');
    start(1, 'archive');
    await waitFor(() => expect(readPendingStatuses(client).size).toBe(0));
    expect(outcomes).toEqual(['Bestellung #1 konnte nicht abgeschlossen werden.']);
    expect(calls).toHaveLength(1);
    expect(shownRows()).toEqual([['1 pending'], []]);
  });
});
