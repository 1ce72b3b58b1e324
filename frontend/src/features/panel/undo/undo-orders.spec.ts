import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authCalls, discordCalls, type StaffOrder } from '@pax/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { preloadAreas, startI18n } from '../../../i18n/i18n';
import { useToast } from '../../../lib/browser/toast';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { createQueryClient } from '../../../lib/http/query-client';
import { collectToasts } from '../../../test/collect-toasts';
import { deferResponse } from '../../../test/deferred-response';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { fillOrderLists, order, orderListsIn } from '../../../test/order-lists';
import { serverInfo } from '../../../test/server-info';
import { user } from '../../../test/user';
import { readPendingStatuses, type PanelTransition } from '../orders/pending-transitions';
import { useOrderTransition } from '../orders/use-order-transition';
import { useUndoNewest } from './undoable-acts';

const [COMPLETE, ARCHIVE, UNDO] = [
  'PATCH /api/admin/orders/1/complete',
  'PATCH /api/admin/orders/1/archive',
  'POST /api/admin/orders/1/undo',
] as const;
const done = (version: number, status: StaffOrder['status'] = 'completed') =>
  fakeResponse(order({ status, version }));

let client: QueryClient;
let outcomes: string[];
const use = <T>(hook: () => T) => {
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return renderHook(hook, { wrapper }).result;
};
function start(transition: PanelTransition) {
  const { current } = use(() => useOrderTransition(1));
  act(() => void current(transition));
}
const pressUndo = () => {
  const { current } = use(useUndoNewest);
  act(() => current?.());
};
const hasUndo = () => use(useUndoNewest).current !== undefined;
const offered = () => useToast.getState().shown?.toast;
const expectSaid = (text: string) => waitFor(() => expect(outcomes.at(-1)).toBe(text));
const shownStatus = () => readPendingStatuses(client).get(1) ?? orderListsIn(client).active?.items[0]?.status;
const setSeconds = (undoSeconds: number) =>
  client.setQueryData(queryOptionsFor(discordCalls.serverInfo).queryKey, serverInfo({ undoSeconds }));

beforeAll(async () => {
  await startI18n('mix');
  await preloadAreas('admin', 'common');
});
beforeEach(() => {
  client = createQueryClient();
  client.setQueryData(queryOptionsFor(authCalls.me).queryKey, user());
  setSeconds(10);
  fillOrderLists(client, { active: [order()] });
  outcomes = [];
  collectToasts(({ title, description = '' }) => outcomes.push(`${title}|${description}`));
});
afterEach(() => {
  while (hasUndo()) {
    mockServer({});
    pressUndo();
  }
  jest.useRealTimers();
});

describe('taking a move of an order back (OWN-1568)', () => {
  it('is offered with the notice, and shows the former status at once', async () => {
    const back = deferResponse();
    const calls = mockServer({ [COMPLETE]: () => done(2), [UNDO]: () => back.response });
    start('complete');
    await expectSaid('Bestellung abgeschlossen|#1 · 50M Coins');
    expect(offered()).toMatchObject({ action: { label: 'Rückgängig', shortcut: 'z' } });
    expect(offered()?.lastsMs).toBeGreaterThan(9_000);
    expect(offered()?.lastsMs).toBeLessThanOrEqual(10_000);
    act(() => offered()?.action?.run());
    expect(shownStatus()).toBe('pending');
    expect(hasUndo()).toBe(false);
    await waitFor(() => expect(calls.at(-1)).toEqual({ call: UNDO, body: { version: 2 } }));
    back.open(fakeResponse(order({ version: 3 })));
    await expectSaid('Rückgängig gemacht|Bestellung #1 ist wieder wie zuvor.');
    expect(orderListsIn(client).active?.items[0]).toMatchObject({ status: 'pending', version: 3 });
  });

  it('waits, before the answer to the act, for the version that the act gave', async () => {
    const first = deferResponse();
    const calls = mockServer({
      [COMPLETE]: () => first.response,
      [UNDO]: () => fakeResponse(order({ version: 8 })),
    });
    start('complete');
    expect(shownStatus()).toBe('completed');
    pressUndo();
    expect(shownStatus()).toBe('pending');
    await waitFor(() => expect(calls.map(({ call }) => call)).toEqual([COMPLETE]));
    first.open(done(7));
    await expectSaid('Rückgängig gemacht|Bestellung #1 ist wieder wie zuvor.');
    expect(calls.at(-1)).toEqual({ call: UNDO, body: { version: 7 } });
    expect(outcomes).toHaveLength(1);
  });

  it('ends with the act that failed', async () => {
    const first = deferResponse();
    const calls = mockServer({ [COMPLETE]: () => first.response });
    start('complete');
    pressUndo();
    first.open(problemResponse(409, 'WITHDRAWN', 'no'));
    await waitFor(() => expect(outcomes).toHaveLength(1));
    expect(outcomes[0]).toMatch(/^Fehler\|Der Kunde/);
    expect(calls.map(({ call }) => call)).not.toContain(UNDO);
    expect(shownStatus()).toBe('pending');
    expect(hasUndo()).toBe(false);
  });

  it('ends also with a step that waited for the act that failed', async () => {
    const first = deferResponse();
    const calls = mockServer({ [COMPLETE]: () => first.response });
    start('complete');
    start('archive');
    first.open(problemResponse(409, 'STALE', 'no'));
    await waitFor(() => expect(outcomes).toHaveLength(1));
    expect(hasUndo()).toBe(false);
    pressUndo();
    expect(calls.map(({ call }) => call)).toEqual([COMPLETE]);
  });

  it('is offered to the account that did it, not to the next one on the page', async () => {
    const calls = mockServer({ [COMPLETE]: () => done(2) });
    start('complete');
    await expectSaid('Bestellung abgeschlossen|#1 · 50M Coins');
    client.setQueryData(queryOptionsFor(authCalls.me).queryKey, user({ id: 99 }));
    expect(hasUndo()).toBe(false);
    pressUndo();
    expect(calls).toHaveLength(1);
    client.setQueryData(queryOptionsFor(authCalls.me).queryKey, user());
    expect(hasUndo()).toBe(true);
  });

  it('counts from the sending, since the shop may have taken long to answer', async () => {
    jest.useFakeTimers();
    const [slow, late] = [deferResponse(), deferResponse()];
    mockServer({ [COMPLETE]: () => slow.response, [ARCHIVE]: () => late.response });
    start('complete');
    await act(async () => jest.advanceTimersByTimeAsync(4_000));
    slow.open(done(2));
    await act(async () => jest.advanceTimersByTimeAsync(100));
    expect(offered()?.lastsMs).toBeLessThanOrEqual(6_000);
    start('archive');
    await act(async () => jest.advanceTimersByTimeAsync(12_000));
    late.open(done(3, 'archived'));
    await act(async () => jest.advanceTimersByTimeAsync(100));
    expect(offered()?.title).toBe('Bestellung archiviert');
    expect(offered()?.action).toBeUndefined();
    expect(hasUndo()).toBe(false);
  });

  it('goes on with the act before, whose version follows', async () => {
    const calls = mockServer({
      [COMPLETE]: () => done(2),
      [ARCHIVE]: () => done(3, 'archived'),
      [UNDO]: (body) =>
        JSON.stringify(body) === '{"version":3}' ? done(4) : fakeResponse(order({ version: 5 })),
    });
    start('complete');
    await expectSaid('Bestellung abgeschlossen|#1 · 50M Coins');
    start('archive');
    await expectSaid('Bestellung archiviert|#1 · 50M Coins');
    pressUndo();
    await waitFor(() => expect(orderListsIn(client).active?.items[0]?.version).toBe(4));
    pressUndo();
    await waitFor(() => expect(orderListsIn(client).active?.items[0]?.version).toBe(5));
    expect(calls.filter(({ call }) => call === UNDO).map(({ body }) => body)).toEqual([
      { version: 3 },
      { version: 4 },
    ]);
    pressUndo();
    expect(calls).toHaveLength(4);
  });

  it.each([
    [
      'STALE',
      { moved: { action: 'order.archive', actor: 'mira' } },
      'mira hat Bestellung #1 inzwischen archiviert.',
    ],
    [
      'STALE',
      { moved: { action: 'order.rename', actor: 'mira' } },
      'mira hat Bestellung #1 inzwischen geändert.',
    ],
    ['STALE', {}, 'Bestellung #1 wurde inzwischen geändert. Der neue Stand ist geladen.'],
    [
      'UNDO_OVER',
      { current: { status: 'completed', version: 2 } },
      'Bestellung #1 lässt sich nicht mehr rückgängig machen: Die Zeit ist um.',
    ],
    [
      'FORBIDDEN',
      {},
      'Nur wer den Schritt an Bestellung #1 getan hat oder ein Admin kann ihn rückgängig machen.',
    ],
    ['OWN_ORDER', {}, 'Bestellung #1 ist deine eigene. Jemand anderes aus dem Team muss sie bearbeiten.'],
  ])('comes back with words when refused: %s %j', async (code, fields, text) => {
    mockServer({
      [COMPLETE]: () => done(2),
      [UNDO]: () => problemResponse(code === 'FORBIDDEN' ? 403 : 409, code, 'no', fields),
    });
    start('complete');
    await expectSaid('Bestellung abgeschlossen|#1 · 50M Coins');
    pressUndo();
    await expectSaid(`Nicht rückgängig gemacht|${text}`);
    expect(shownStatus()).toBe('completed');
  });

  it('takes the former state for done, as after an answer that got lost', async () => {
    mockServer({
      [COMPLETE]: () => done(2),
      [UNDO]: () => problemResponse(409, 'UNDO_OVER', 'no', { current: { status: 'pending', version: 3 } }),
    });
    start('complete');
    await expectSaid('Bestellung abgeschlossen|#1 · 50M Coins');
    pressUndo();
    await expectSaid('Rückgängig gemacht|Bestellung #1 ist wieder wie zuvor.');
  });

  it.each([1, 2])(
    'does not take the state of an order of version %d, never moved back, for done',
    async (version) => {
      mockServer({
        [COMPLETE]: () => done(2),
        [UNDO]: () => problemResponse(409, 'UNDO_OVER', 'no', { current: { status: 'pending', version } }),
      });
      start('complete');
      await expectSaid('Bestellung abgeschlossen|#1 · 50M Coins');
      pressUndo();
      await expectSaid(
        'Nicht rückgängig gemacht|Bestellung #1 lässt sich nicht mehr rückgängig machen: Die Zeit ist um.',
      );
    },
  );

  it('is not offered once the time is over, nor where the shop takes nothing back', async () => {
    jest.useFakeTimers();
    const calls = mockServer({ [COMPLETE]: () => done(2), [ARCHIVE]: () => done(3, 'archived') });
    start('complete');
    await act(async () => jest.advanceTimersByTimeAsync(9_900));
    expect(hasUndo()).toBe(true);
    await act(async () => jest.advanceTimersByTimeAsync(200));
    expect(hasUndo()).toBe(false);
    setSeconds(0);
    start('archive');
    await act(async () => jest.advanceTimersByTimeAsync(100));
    expect(offered()?.title).toBe('Bestellung archiviert');
    expect(offered()?.action).toBeUndefined();
    pressUndo();
    expect(calls).toHaveLength(2);
  });
});
