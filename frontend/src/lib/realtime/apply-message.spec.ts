import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RoomMessage } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { pageOf } from '../../test/order-lists';
import type { PagedData } from '../http/paged-list';
import { createQueryClient } from '../http/query-client';
import { recordStreamSeq } from '../http/stream-seqs';
import { applyEntity, findInLists, type LiveList } from './apply-message';
import { newestSeqOf } from './stream-position';

interface Ticket {
  readonly id: number;
  readonly version: number;
  readonly state: 'open' | 'closed';
}
const ticket = (id: number, version = 1, state: Ticket['state'] = 'open'): Ticket => ({ id, version, state });
const list = (state: Ticket['state']): LiveList<Ticket> => ({
  key: ['api', 'tickets', state],
  includes: (one) => one.state === state,
  compare: (one, other) => other.id - one.id,
});
const OPEN = list('open');
const CLOSED = list('closed');
const message = (seq: number): RoomMessage => ({
  room: 'admin',
  seq,
  id: `e${seq}`,
  type: 'order.paid',
  occurredAt: '2025-11-03T20:15:00.000Z',
  version: 1,
  data: undefined,
});

describe('a message about an entity (OWN-125)', () => {
  let client: QueryClient;
  const hear = (entity: Ticket, seq: number) => applyEntity(client, [OPEN, CLOSED], entity, message(seq));
  const fill = (open: Ticket[], openSeq: number, closed: Ticket[], closedSeq: number) => {
    const pages = [
      pageOf(open.slice(0, 1), { seq: openSeq, next: '1' }),
      pageOf(open.slice(1), { seq: openSeq }),
    ];
    client.setQueryData(OPEN.key, { pages, pageParams: [undefined, '1'] });
    client.setQueryData(CLOSED.key, closed);
    recordStreamSeq(client, CLOSED.key, String(closedSeq));
  };
  const versions = () =>
    [OPEN, CLOSED].map((one) =>
      [3, 2, 1].map((id) => findInLists(client, [one], id)?.version ?? '-').join(' '),
    );

  beforeEach(() => {
    client = createQueryClient();
  });

  it('replaces by a newer version, inserts what is unknown, removes what no longer matches', () => {
    fill([ticket(2), ticket(1)], 10, [], 10);
    hear(ticket(1, 2), 11);
    hear(ticket(3), 12);
    expect(versions()).toEqual(['1 1 2', '- - -']);
    hear(ticket(2, 2, 'closed'), 13);
    expect(versions()).toEqual(['1 - 2', '- 2 -']);
  });

  it('with an older version changes nothing, also where another list has the newer (OWN-125)', () => {
    fill([], 10, [ticket(1, 3, 'closed')], 10);
    hear(ticket(1, 2), 11);
    expect(versions()).toEqual(['- - -', '- - 3']);
  });

  it('is taken from a list that lags, though the other was read after it', () => {
    fill([ticket(1)], 10, [ticket(1, 2, 'closed')], 11);
    hear(ticket(1, 2, 'closed'), 11);
    expect(versions()).toEqual(['- - -', '- - 2']);
  });

  it('raises the position of every page; a page that was read earlier lowers that of its list', () => {
    fill([ticket(2), ticket(1)], 10, [], 10);
    hear(ticket(2, 2), 11);
    expect([OPEN, CLOSED].map(({ key }) => newestSeqOf(client, key))).toEqual([11, 11]);
    const pages = [pageOf([ticket(2, 2)], { seq: 11 }), pageOf([ticket(1)], { seq: 9 })];
    client.setQueryData(OPEN.key, { pages, pageParams: [undefined, '1'] });
    expect(newestSeqOf(client, OPEN.key)).toBe(9);
  });

  it('waits for the first read', () => {
    hear(ticket(1), 11);
    expect(client.getQueryData(OPEN.key)).toBeUndefined();
  });
});

describe('the total of a list of which most is not loaded (OWN-602)', () => {
  let client: QueryClient;
  let asked: number;
  /** As the server counts it when it is asked, and which messages it had heard of then. */
  let counted: { total: number; seq: number }[];
  const counting: LiveList<Ticket> = {
    ...OPEN,
    count: async () => {
      asked += 1;
      const { total = 0, seq = 0 } = counted.length > 1 ? (counted.shift() ?? {}) : (counted[0] ?? {});
      return { total, isCapped: false, seq };
    },
  };
  const fill = (next: string | undefined, isCapped = false) =>
    client.setQueryData(OPEN.key, {
      pages: [pageOf([ticket(9)], { seq: 10, next, total: 40, isCapped })],
      pageParams: [undefined],
    });
  const total = () => client.getQueryData<PagedData<Ticket>>(OPEN.key)?.pages[0]?.total;
  const hear = (entity: Ticket, seq: number) => applyEntity(client, [counting], entity, message(seq));

  beforeEach(() => {
    jest.useFakeTimers();
    client = createQueryClient();
    [asked, counted] = [0, [{ total: 39, seq: 12 }]];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('follows what left or moved beyond the loaded pages, asked once for a burst', async () => {
    fill('9');
    hear(ticket(3, 2, 'closed'), 11);
    hear(ticket(2, 2, 'closed'), 12);
    expect(total()).toBe(40);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([total(), asked]).toEqual([39, 1]);
  });

  it('is asked for again while the answer is older than what was heard', async () => {
    counted = [
      { total: 40, seq: 10 },
      { total: 38, seq: 12 },
    ];
    fill('9');
    hear(ticket(3, 2, 'closed'), 12);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(total()).toBe(40);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([total(), asked]).toEqual([38, 2]);
  });

  it('is known where all rows are loaded, where the row is, and beyond what the server counts', async () => {
    fill(undefined);
    hear(ticket(3, 2), 11);
    expect(total()).toBe(41);
    fill('9');
    hear(ticket(9, 2, 'closed'), 12);
    expect(total()).toBe(39);
    fill('9', true);
    hear(ticket(2, 2, 'closed'), 13);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(asked).toBe(0);
  });
});
