import { describe, expect, it } from '@jest/globals';
import type { RoomMessage } from '@pax/contracts';
import { RecentMessages } from './stream-store.js';

const message = (room: RoomMessage['room'], seq: number): RoomMessage => ({
  room,
  seq,
  id: '00000000-0000-4000-8000-000000000000',
  type: 'order.paid',
  occurredAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  data: { seq },
});

describe('RecentMessages', () => {
  it('answers ranges it knows whole, in order', () => {
    const recent = new RecentMessages();
    recent.addMessages([message('admin', 1), message('user:5', 9), message('admin', 2)]);
    const ranges = [
      { room: 'admin', from: 1, to: 2 },
      { room: 'user:5', from: 9, to: 9 },
    ];
    expect(recent.findMessages(ranges)?.map(({ room, seq }) => `${room} ${seq}`)).toEqual([
      'admin 1',
      'admin 2',
      'user:5 9',
    ]);
  });

  it('returns undefined when a single message is missing', () => {
    const recent = new RecentMessages();
    recent.addMessages([message('admin', 1), message('admin', 3)]);
    expect(recent.findMessages([{ room: 'admin', from: 1, to: 3 }])).toBeUndefined();
    expect(recent.findMessages([{ room: 'shop', from: 1, to: 1 }])).toBeUndefined();
  });

  it('drops the oldest, so that it stays small', () => {
    const recent = new RecentMessages();
    for (let seq = 1; seq <= 1_500; seq += 1) recent.addMessages([message('shop', seq)]);
    expect(recent.findMessages([{ room: 'shop', from: 500, to: 500 }])).toBeUndefined();
    expect(recent.findMessages([{ room: 'shop', from: 501, to: 1_500 }])).toHaveLength(1_000);
  });
});
