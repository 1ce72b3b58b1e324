import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventType, ShopEvent } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { OutboxBell } from './outbox-bell.js';

const said = (...types: EventType[]): ShopEvent[] =>
  types.map((type) => ({ type, aggregate: 'order', aggregateId: '1', version: 1 }));

describe('the bell of the outbox', () => {
  const database = new DataSource({ type: 'postgres' });
  const query = jest.spyOn(database, 'query').mockResolvedValue([]);
  let bell: OutboxBell;
  beforeEach(() => {
    jest.useFakeTimers();
    query.mockClear();
    bell = new OutboxBell(database);
  });
  afterEach(() => {
    bell.onApplicationShutdown();
    jest.useRealTimers();
  });
  const rings = async (afterMs: number): Promise<number> => {
    await jest.advanceTimersByTimeAsync(afterMs);
    return query.mock.calls.length;
  };

  it('rings at once for a step of an order, however short the last ring was ago', async () => {
    bell.ring(said('order.completed'));
    expect(await rings(1)).toBe(1);
    bell.ring(said('coins.changed', 'order.completed'));
    expect(await rings(1)).toBe(2);
  });

  it('rings at once for a purchase that comes alone, and once for those that come right after it', async () => {
    bell.ring(said('checkout.placed', 'coins.changed'));
    expect(await rings(1)).toBe(1);
    for (let purchase = 0; purchase < 5; purchase += 1) bell.ring(said('order.paid', 'coins.changed'));
    expect(await rings(190)).toBe(1);
    expect(await rings(10)).toBe(2);
    expect(await rings(1_000)).toBe(2);
  });

  it.each<EventType>(['stock.changed', 'user.updated', 'reward.changed'])(
    'rings at once for %s alone, and lets it wait with a purchase',
    async (type) => {
      bell.ring(said(type));
      bell.ring(said(type));
      expect(await rings(1)).toBe(1);
      bell.ring(said(type));
      expect(await rings(1)).toBe(2);
      bell.ring(said('order.paid', type));
      expect(await rings(190)).toBe(2);
      expect(await rings(10)).toBe(3);
    },
  );

  it('takes along what waits when it rings for something else', async () => {
    bell.ring(said('order.paid'));
    bell.ring(said('order.paid'));
    bell.ring(said('order.completed'));
    expect(await rings(1_000)).toBe(1);
  });

  it('wakes the relay of its own process without the database', async () => {
    const woken = jest.fn();
    bell.onRing(woken);
    bell.ring(said('order.completed'));
    await rings(1);
    expect(woken).toHaveBeenCalledTimes(1);
    expect(query.mock.calls[0]?.[1]).toEqual(['outbox', bell.id]);
  });

  it('does not ring when nothing was said', async () => {
    bell.ring([]);
    expect(await rings(1_000)).toBe(0);
  });

  it('rings no more once the process ends', async () => {
    bell.ring(said('order.paid'));
    await rings(1);
    bell.ring(said('order.paid'));
    bell.onApplicationShutdown();
    expect(await rings(1_000)).toBe(1);
  });
});
