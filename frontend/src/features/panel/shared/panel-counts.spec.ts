import { describe, expect, it } from '@jest/globals';
import type { AdminCounts, EventType } from '@pax/contracts';
import { createQueryClient } from '../../../lib/http/query-client';
import {
  applyMessageToCounts,
  COUNTS,
  formatTabCount,
  abbreviateCount,
  formatListTotal,
} from './panel-counts';

describe('the numbers of the panel (OWN-125)', () => {
  const before: AdminCounts = {
    orders: 9,
    openOrders: 8,
    archived: 7,
    users: 6,
    tickets: 5,
    endedTickets: 4,
  };

  it.each<[EventType, Partial<AdminCounts>]>([
    ['order.paid', { orders: 10, openOrders: 9 }],
    ['order.unconfirmed', { orders: 10, openOrders: 9 }],
    ['order.completed', { openOrders: 7 }],
    ['order.archived', { orders: 8, archived: 8 }],
    ['order.cancelled', { orders: 8, openOrders: 7, archived: 8 }],
    ['ticket.opened', { tickets: 6 }],
    ['ticket.answered', { tickets: 4, endedTickets: 5 }],
    ['ticket.closed', { tickets: 4, endedTickets: 5 }],
    ['user.registered', { users: 7 }],
    ['order.processing', {}],
    ['order.reopened', { openOrders: 9 }],
    ['order.unarchived', { orders: 10, archived: 6 }],
  ])('follow %s', (type, after) => {
    const client = createQueryClient();
    client.setQueryData(COUNTS, before);
    const occurredAt = '2025-11-03T20:15:00.000Z';
    applyMessageToCounts(client, {
      room: 'admin',
      seq: 1,
      id: 'e1',
      type,
      occurredAt,
      version: 1,
      data: {},
    });
    expect(client.getQueryData(COUNTS)).toEqual({ ...before, ...after });
  });
});

describe('the total of a list (OWN-602)', () => {
  it('is as the server counted it, up to where it stops', () => {
    expect(formatListTotal(undefined)).toBeUndefined();
    expect(formatListTotal(undefined, 7)).toBeUndefined();
    expect(formatListTotal({ total: 1_234, isCapped: false }, 9)).toBe('1,234');
    expect(formatListTotal({ total: 10_000, isCapped: true })).toBe('10,000+');
  });

  it('is the number beside the tab where the server stopped and nothing is searched for', () => {
    expect(formatListTotal({ total: 10_000, isCapped: true }, 28_760)).toBe('28,760');
  });
});

describe('a count on the icon of a phone’s bar', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1k'],
    [9_999, '9.9k'],
    [28_760, '28.7k'],
    [128_999, '128k'],
    [999_999, '999k'],
    [750_000_000, '750M'],
    [1_500_000_000, '1.5B'],
  ])('%d reads %s', (count, text) => {
    expect(abbreviateCount(count)).toBe(text);
  });

  it('is in full elsewhere, and nothing while it is unknown', () => {
    expect([
      formatTabCount(28_760, false),
      formatTabCount(28_760, true),
      formatTabCount(undefined, true),
    ]).toEqual(['28,760', '28.7k', undefined]);
  });
});
