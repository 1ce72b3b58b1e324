import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventType, ShopEvent } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { OutboxNotifier } from './outbox-notifier.js';

const said = (...types: EventType[]): ShopEvent[] =>
  types.map((type) => ({ type, aggregate: 'order', aggregateId: '1', version: 1 }));

describe('the bell of the outbox', () => {
  const database = new DataSource({ type: 'postgres' });
  const query = jest.spyOn(database, 'query').mockResolvedValue([]);
  let notifier: OutboxNotifier;
  beforeEach(() => {
    jest.useFakeTimers();
    query.mockClear();
    notifier = new OutboxNotifier(database);
  });
  afterEach(() => {
    notifier.onApplicationShutdown();
    jest.useRealTimers();
  });
  const notifications = async (afterMs: number): Promise<number> => {
    await jest.advanceTimersByTimeAsync(afterMs);
    return query.mock.calls.length;
  };

  it('rings at once for a step of an order, however short the last ring was ago', async () => {
    notifier.notify(said('order.completed'));
    expect(await notifications(1)).toBe(1);
    notifier.notify(said('coins.changed', 'order.completed'));
    expect(await notifications(1)).toBe(2);
  });

  it('rings at once for a purchase that comes alone, and once for those that come right after it', async () => {
    notifier.notify(said('checkout.placed', 'coins.changed'));
    expect(await notifications(1)).toBe(1);
    for (let purchase = 0; purchase < 5; purchase += 1) notifier.notify(said('order.paid', 'coins.changed'));
    expect(await notifications(190)).toBe(1);
    expect(await notifications(10)).toBe(2);
    expect(await notifications(1_000)).toBe(2);
  });

  it.each<EventType>(['stock.changed', 'user.updated', 'reward.changed'])(
    'rings at once for %s alone, and lets it wait with a purchase',
    async (type) => {
      notifier.notify(said(type));
      notifier.notify(said(type));
      expect(await notifications(1)).toBe(1);
      notifier.notify(said(type));
      expect(await notifications(1)).toBe(2);
      notifier.notify(said('order.paid', type));
      expect(await notifications(190)).toBe(2);
      expect(await notifications(10)).toBe(3);
    },
  );

  it('takes along what waits when it rings for something else', async () => {
    notifier.notify(said('order.paid'));
    notifier.notify(said('order.paid'));
    notifier.notify(said('order.completed'));
    expect(await notifications(1_000)).toBe(1);
  });

  it('wakes the relay of its own process without the database', async () => {
    const woken = jest.fn();
    notifier.onNotify(woken);
    notifier.notify(said('order.completed'));
    await notifications(1);
    expect(woken).toHaveBeenCalledTimes(1);
    expect(query.mock.calls[0]?.[1]).toEqual(['outbox', notifier.id]);
  });

  it('does not ring when nothing was said', async () => {
    notifier.notify([]);
    expect(await notifications(1_000)).toBe(0);
  });

  it('rings no more once the process ends', async () => {
    notifier.notify(said('order.paid'));
    await notifications(1);
    notifier.notify(said('order.paid'));
    notifier.onApplicationShutdown();
    expect(await notifications(1_000)).toBe(1);
  });
});
