import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventType, ShopEvent } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { OutboxNotifier } from './outbox-notifier.js';

const eventsOf = (...types: EventType[]): ShopEvent[] =>
  types.map((type) => ({ type, aggregate: 'order', aggregateId: '1', version: 1 }));

describe('OutboxNotifier', () => {
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

  it('notifies at once of an order change, however recent the last notification is', async () => {
    notifier.notify(eventsOf('order.completed'));
    expect(await notifications(1)).toBe(1);
    notifier.notify(eventsOf('coins.changed', 'order.completed'));
    expect(await notifications(1)).toBe(2);
  });

  it('notifies at once of a single purchase, and once for those that follow it closely', async () => {
    notifier.notify(eventsOf('checkout.placed', 'coins.changed'));
    expect(await notifications(1)).toBe(1);
    for (let purchase = 0; purchase < 5; purchase += 1)
      notifier.notify(eventsOf('order.paid', 'coins.changed'));
    expect(await notifications(190)).toBe(1);
    expect(await notifications(10)).toBe(2);
    expect(await notifications(1_000)).toBe(2);
  });

  it.each<EventType>(['stock.changed', 'user.updated', 'reward.changed'])(
    'notifies at once of %s alone, and debounces it with a purchase',
    async (type) => {
      notifier.notify(eventsOf(type));
      notifier.notify(eventsOf(type));
      expect(await notifications(1)).toBe(1);
      notifier.notify(eventsOf(type));
      expect(await notifications(1)).toBe(2);
      notifier.notify(eventsOf('order.paid', type));
      expect(await notifications(190)).toBe(2);
      expect(await notifications(10)).toBe(3);
    },
  );

  it('sends a debounced notification together with an immediate one', async () => {
    notifier.notify(eventsOf('order.paid'));
    notifier.notify(eventsOf('order.paid'));
    notifier.notify(eventsOf('order.completed'));
    expect(await notifications(1_000)).toBe(1);
  });

  it('wakes the relay of its own process without the database', async () => {
    const wakeRelay = jest.fn();
    notifier.onNotify(wakeRelay);
    notifier.notify(eventsOf('order.completed'));
    await notifications(1);
    expect(wakeRelay).toHaveBeenCalledTimes(1);
    expect(query.mock.calls[0]?.[1]).toEqual(['outbox', notifier.id]);
  });

  it('does not notify without events', async () => {
    notifier.notify([]);
    expect(await notifications(1_000)).toBe(0);
  });

  it('sends nothing after shutdown', async () => {
    notifier.notify(eventsOf('order.paid'));
    await notifications(1);
    notifier.notify(eventsOf('order.paid'));
    notifier.onApplicationShutdown();
    expect(await notifications(1_000)).toBe(1);
  });
});
