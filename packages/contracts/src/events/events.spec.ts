import { describe, expect, it } from '@jest/globals';
import { CHANNELS, EDITS_ORDER_POST, EVENT_CHANNEL } from './channels.js';
import { AGGREGATES, EVENT_TYPES } from './events.js';
import { aggregateOf, ROOM_DATA, ROOM_KINDS, roomsOfEvent } from './rooms.js';

const typesFor = (wanted: string) => EVENT_TYPES.filter((type) => EVENT_CHANNEL[type] === wanted);

describe('events', () => {
  it('are named after their aggregate, once each', () => {
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
    expect(EVENT_TYPES.map(aggregateOf)).toEqual(EVENT_TYPES.map((type) => type.slice(0, type.indexOf('.'))));
  });

  it('happen to every aggregate', () => {
    expect([...new Set(EVENT_TYPES.map(aggregateOf))].toSorted()).toEqual(AGGREGATES.toSorted());
  });
});

describe('rooms', () => {
  it('are named for every event', () => {
    expect(Object.keys(ROOM_DATA).toSorted()).toEqual(EVENT_TYPES.toSorted());
    for (const type of EVENT_TYPES) expect(ROOM_KINDS).toEqual(expect.arrayContaining(roomsOfEvent(type)));
  });

  it('go to the room of the shop for goods and coins only, never for people, orders or alerts', () => {
    const aggregates = EVENT_TYPES.filter((type) => roomsOfEvent(type).includes('shop')).map(aggregateOf);
    expect([...new Set(aggregates)].toSorted()).toEqual(['coins', 'product', 'stock']);
    expect(roomsOfEvent('alert.raised')).toEqual([]);
  });

  it('go to buyer and panel for every step of an order', () => {
    for (const type of EVENT_TYPES.filter((name) => aggregateOf(name) === 'order'))
      expect(roomsOfEvent(type)).toEqual(['admin', 'user']);
  });
});

describe('Discord channels', () => {
  it('take these events', () => {
    expect(Object.fromEntries(CHANNELS.map((channel) => [channel, typesFor(channel)]))).toMatchObject({
      orders: ['order.unconfirmed', 'order.paid', 'order.overdue'],
      history: ['order.completed', 'order.archived', 'order.cancelled', 'order.refunded'],
      stock: ['stock.changed', 'coins.changed'],
      error: ['alert.raised'],
    });
  });

  it('show the newest state of an order after each of its steps that is not posted there anew', () => {
    const steps = EVENT_TYPES.filter(
      (type) => aggregateOf(type) === 'order' && EVENT_CHANNEL[type] !== 'orders',
    );
    expect(EDITS_ORDER_POST.toSorted()).toEqual(steps.toSorted());
  });
});
