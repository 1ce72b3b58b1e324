import { describe, expect, it } from '@jest/globals';
import { CHANNELS } from './discord-channels.js';
import { messageAggregate, ROOM_KINDS } from './event-definition.js';
import { EVENT_TYPES, eventDefinition, EVENTS, type Aggregate, type RoomData } from './events.js';
import type { Order } from '../entities/order.js';

const all = EVENT_TYPES.map((type) => ({ type, ...eventDefinition(type) }));
const orders = all.filter(({ aggregate }) => aggregate === 'order');
const typesWhere = (holds: (event: (typeof all)[number]) => unknown) =>
  all.filter((event) => holds(event)).map(({ type }) => type);

describe('events', () => {
  it('are named after their aggregate', () => {
    for (const { type, aggregate } of all) expect(type.startsWith(`${aggregate}.`)).toBe(true);
    expect(EVENT_TYPES.map((type) => messageAggregate({ type }))).toEqual(
      all.map(({ aggregate }) => aggregate),
    );
  });

  it('type the data of each room by its schema', () => {
    const staffOrders: RoomData<'admin', 'order'>[] = [];
    const same: Order[] = staffOrders;
    const named: Aggregate = EVENTS['order.paid'].aggregate;
    expect([same, named]).toEqual([[], 'order']);
  });
});

describe('rooms', () => {
  it('are those of the sockets', () => {
    for (const { rooms } of all) expect(ROOM_KINDS).toEqual(expect.arrayContaining(Object.keys(rooms)));
  });

  it('of the shop hear of goods and coins only, never of people, orders or alerts', () => {
    const heard = all.filter(({ rooms }) => 'shop' in rooms).map(({ aggregate }) => aggregate);
    expect([...new Set(heard)].toSorted()).toEqual(['coins', 'product', 'stock']);
    expect(EVENTS['alert.raised'].rooms).toEqual({});
  });

  it('of buyer and panel hear every step of an order, which is posted or edits its post', () => {
    const steps = orders.filter(({ post, editsPost }) => post ?? editsPost);
    const unheard = [
      ...steps.filter(({ rooms }) => !('user' in rooms)),
      ...orders.filter(({ rooms }) => !('admin' in rooms)),
    ];
    expect(unheard.map(({ type }) => type)).toEqual([]);
  });
});

describe('events of a ticket', () => {
  const tickets = all.filter(({ aggregate }) => aggregate === 'ticket');

  it('are heard by staff and the sender, but for internal notes (OWN-520)', () => {
    const heard = Object.fromEntries(tickets.map(({ type, rooms }) => [type, Object.keys(rooms)]));
    expect(heard).toEqual({
      'ticket.opened': ['admin', 'user'],
      'ticket.taken': ['admin', 'user'],
      'ticket.followed': ['admin', 'user'],
      'ticket.messaged': ['admin', 'user'],
      'ticket.answered': ['admin', 'user'],
      'ticket.closed': ['admin', 'user'],
      'ticket.rated': ['admin', 'user'],
      'ticket.noted': ['admin'],
      'ticket.emptied': ['admin'],
    });
    expect(Object.keys(EVENTS['ticket.answered'].rooms.user.shape)).not.toContain('notes');
  });

  it('are posted to their own channel when it is opened, answered or closed (OWN-145)', () => {
    const posted = tickets.flatMap(({ type, post }) => (post ? [`${type} ${post}`] : []));
    expect(posted).toEqual(['ticket.opened tickets', 'ticket.answered tickets', 'ticket.closed tickets']);
  });
});

describe('the relay', () => {
  it('makes one message of several only where it carries the newest state of a number', () => {
    expect(typesWhere(({ coalesce }) => coalesce)).toEqual([
      'stock.changed',
      'coins.changed',
      'balance.changed',
    ]);
  });

  it('lets only the notifications of purchases wait', () => {
    expect(typesWhere(({ debounce }) => debounce)).toEqual([
      'checkout.placed',
      'checkout.paid',
      'order.paid',
    ]);
    expect(typesWhere(({ debounce, sideEffect }) => debounce && sideEffect)).toEqual([]);
  });
});

describe('Discord channels', () => {
  it('take these events', () => {
    const byChannel = CHANNELS.map((channel) => [channel, typesWhere(({ post }) => post === channel)]);
    expect(Object.fromEntries(byChannel)).toMatchObject({
      orders: ['order.unconfirmed', 'order.paid', 'order.overdue'],
      history: ['order.completed', 'order.archived', 'order.cancelled', 'order.refunded'],
      stock: ['stock.changed', 'coins.changed'],
      error: ['alert.raised'],
    });
  });

  it('show the newest state of an order after each step that its buyer hears of and that is not posted anew', () => {
    const steps = orders.filter(({ rooms, post }) => 'user' in rooms && post !== 'orders');
    const edits = orders.filter(({ editsPost }) => editsPost);
    expect(edits.map(({ type }) => type)).toEqual(steps.map(({ type }) => type));
  });
});
