import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventType, StaffOrder, RoomMessage } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../../../lib/http/query-client';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { order, fillOrderLists, orderListsIn } from '../../../test/order-lists';
import { unseenIdsOf } from '../shared/unseen-rows';
import { adminLive } from '../layout/panel-tabs';

let client: QueryClient;
const fill = (active: StaffOrder[], archived: StaffOrder[] = []) =>
  fillOrderLists(client, { active, archived }, 10);
const hear = (type: EventType, data: unknown, seq = 11) => {
  const message: RoomMessage = {
    room: 'admin',
    seq,
    id: `e${seq}`,
    type,
    occurredAt: '2025-11-03T20:15:00.000Z',
    version: 1,
    data,
  };
  deliverToModule(adminLive, message, client);
};
const shown = () => {
  const { active, archived } = orderListsIn(client);
  return {
    active: active?.items.map(({ id, status }) => [id, status]),
    archived: archived?.items.map(({ id, status }) => [id, status]),
  };
};

beforeEach(() => {
  client = createQueryClient();
});

describe('messages of orders', () => {
  it('bring a paid order in without a reload and mark it (OWN-128)', () => {
    fill([order({ id: 1 })]);
    hear('order.paid', order({ id: 2 }));
    expect(shown().active).toEqual([
      [2, 'pending'],
      [1, 'pending'],
    ]);
    expect(unseenIdsOf(client, 'orders')).toEqual([2]);
  });

  it('say who of the staff took an order, as the list does', () => {
    fill([order({ id: 1 })]);
    hear('order.processing', order({ id: 1, status: 'processing', processedBy: 'mara', version: 2 }));
    expect(orderListsIn(client).active?.items[0]?.processedBy).toBe('mara');
    hear('order.processing', order({ id: 1, processedBy: null, version: 3 }), 12);
    expect(orderListsIn(client).active?.items[0]?.processedBy).toBeNull();
  });

  it('change nothing when received twice', () => {
    fill([]);
    hear('order.paid', order({ id: 2 }));
    hear('order.paid', order({ id: 2 }));
    expect(orderListsIn(client).active?.total).toBe(1);
    expect(unseenIdsOf(client, 'orders')).toEqual([2]);
  });

  it('move an order, and into the archive with both counts (ADMIN-4.4)', () => {
    fill([order({ id: 1 })]);
    hear('order.completed', order({ id: 1, status: 'completed', version: 2 }));
    expect(shown().active).toEqual([[1, 'completed']]);
    hear('order.archived', order({ id: 1, status: 'archived', version: 3 }), 12);
    expect(shown()).toEqual({ active: [], archived: [[1, 'archived']] });
    expect(orderListsIn(client).active?.total).toBe(0);
    expect(orderListsIn(client).archived?.total).toBe(1);
    expect(unseenIdsOf(client, 'orders')).toEqual([]);
  });

  it('end the mark of an order that is archived before it is seen', () => {
    fill([]);
    hear('order.paid', order({ id: 2, status: 'completed' }));
    expect(unseenIdsOf(client, 'orders')).toEqual([2]);
    hear('order.archived', order({ id: 2, status: 'archived', version: 2 }), 12);
    expect(unseenIdsOf(client, 'orders')).toEqual([]);
  });

  it('never put an older version over a newer, also across the lists (OWN-125)', () => {
    fill([], [order({ id: 1, status: 'archived', version: 3 })]);
    hear('order.completed', order({ id: 1, status: 'completed', version: 2 }));
    expect(shown()).toEqual({ active: [], archived: [[1, 'archived']] });
  });

  it('are not laid over an answer that contains them already', () => {
    fill([order({ id: 1 })]);
    hear('order.paid', order({ id: 2 }), 10);
    expect(shown().active).toEqual([[1, 'pending']]);
    expect(unseenIdsOf(client, 'orders')).toEqual([]);
  });

  it('leave the cache alone when they are no orders, or nothing is loaded', () => {
    fill([order({ id: 1 })]);
    hear('order.paid', { id: 'x' });
    expect(shown().active).toEqual([[1, 'pending']]);
    client = createQueryClient();
    hear('order.paid', order({ id: 2 }));
    expect(orderListsIn(client).active).toBeUndefined();
    expect(unseenIdsOf(client, 'orders')).toEqual([]);
  });
});
