import { describe, expect, it } from '@jest/globals';
import { CHANNELS } from './discord-channels.js';
import { postQueueJob, POST_QUEUES, getPostQueueName, streamJob } from './queue-jobs.js';
import { adminStockMessage, coinsMessage, stockMessage } from './room-message-data.js';
import { roomHead, resumeRequest, room, roomMessage } from './realtime.js';

const message = {
  room: 'shop',
  seq: 1,
  id: '0d9f1a52-7a53-4c1e-9a57-0f6a3a1f2b11',
  type: 'coins.changed',
  occurredAt: '2026-11-21T09:00:00.000Z',
  version: 3,
  data: { coinStock: 5 },
};

describe('room', () => {
  it.each(['shop', 'admin', 'user:1', 'user:2147483647'])('may be %s', (name) => {
    expect(room.parse(name)).toBe(name);
  });

  it.each([
    '',
    'Shop',
    'user:',
    'user:0',
    'user:01',
    'user:-1',
    'user:12345678901',
    'user:1\n',
    ' shop',
    'staff',
    1,
  ])('may not be %p', (name) => {
    expect(room.safeParse(name).success).toBe(false);
  });
});

describe('roomMessage', () => {
  it('carries room, number, id, type, time, version and data', () => {
    expect(roomMessage.parse(message)).toEqual(message);
  });

  it.each([
    ['seq', 1.5],
    ['seq', '1'],
    ['type', 'coins.exploded'],
    ['occurredAt', '21.11.2026'],
    ['occurredAt', '2026-11-21T09:00:00+01:00'],
    ['version', null],
  ])('refuses %s = %p', (field, value) => {
    expect(roomMessage.safeParse({ ...message, [field]: value }).success).toBe(false);
  });
});

describe('head and resume', () => {
  it('name a room and a number, 0 before the first message', () => {
    expect(roomHead.parse({ room: 'shop', seq: 0 })).toEqual({ room: 'shop', seq: 0 });
    expect(resumeRequest.parse({ room: 'user:7', since: 0 })).toEqual({ room: 'user:7', since: 0 });
  });

  it.each([
    { room: 'user:x', since: 0 },
    { room: 'shop', since: -1 },
    { room: 'shop', since: 0.5 },
    { room: 'shop' },
    { room: 'shop', since: 0, limit: 9 },
  ])('refuse %j', (request) => {
    expect(resumeRequest.safeParse(request).success).toBe(false);
  });
});

describe('stock and coins', () => {
  const shown = { id: 1, stock: 3, isOutOfStock: false };

  it('keep what is held from the shop', () => {
    const parsed = stockMessage.parse({ ...shown, onHand: 5, held: 2, stockVersion: 9 });
    expect(parsed).toEqual(shown);
    expect(coinsMessage.parse({ coinStock: 5, held: 2 })).toEqual({ coinStock: 5 });
    expect(coinsMessage.safeParse({ coinStock: 0 }).success).toBe(true);
    expect(coinsMessage.safeParse({ coinStock: -1 }).success).toBe(false);
  });

  it('show the panel what is on hand, also below 0', () => {
    const parsed = { ...shown, stock: -1, onHand: 1, held: 2, stockVersion: 9 };
    expect(adminStockMessage.parse(parsed)).toEqual(parsed);
    expect(adminStockMessage.safeParse(shown).success).toBe(false);
  });
});

describe('jobs', () => {
  it('go to one queue per channel', () => {
    expect(POST_QUEUES).toEqual(CHANNELS.map(getPostQueueName));
    expect(new Set(POST_QUEUES).size).toBe(CHANNELS.length);
    expect(POST_QUEUES.every((name) => !name.includes(':'))).toBe(true);
  });

  it('carry names and numbers, no data', () => {
    expect(postQueueJob.parse({ v: 1, channel: 'orders', order: { id: 1 } })).toEqual({
      v: 1,
      channel: 'orders',
    });
    const ranges = [{ room: 'shop', from: 1, to: 4 }];
    expect(streamJob.parse({ v: 1, ranges })).toEqual({ v: 1, ranges });
  });

  it.each([{ channel: 'orders' }, { v: 2, channel: 'orders' }, { v: 1, channel: 'general' }])(
    'of another version or channel are refused: %j',
    (job) => {
      expect(postQueueJob.safeParse(job).success).toBe(false);
    },
  );
});
