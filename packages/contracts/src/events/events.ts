import { z } from 'zod';
import { id } from '../entities/fields.js';
import { order, staffOrder } from '../entities/order.js';
import { adminProduct, product } from '../entities/product.js';
import { reward } from '../entities/reward.js';
import { adminTicket, ticket } from '../entities/ticket.js';
import { securityNotice } from '../calls/account.js';
import { adminCoinStockAnswer } from '../calls/catalog.js';
import { ADMIN_USER_MONEY, adminUser } from '../calls/users.js';
import { checkoutAnswer } from '../calls/checkout.js';
import { ADMIN_HOLD_MONEY, adminHold } from '../calls/holds.js';
import type { EventDefinition, RoomKind } from './event-definition.js';
import {
  adminStockMessage,
  bellMessage,
  coinsMessage,
  profileMessage,
  roleRightsMessage,
  stockMessage,
} from './room-message-data.js';

const accountEvents = {
  rooms: { user: profileMessage, admin: adminUser },
  right: 'users',
  money: ADMIN_USER_MONEY,
} as const;
const userEvents = { aggregate: 'user', ...accountEvents } as const;
const productEvents = {
  aggregate: 'product',
  rooms: { shop: product, admin: adminProduct },
  right: 'products',
} as const;
const checkoutEvents = {
  aggregate: 'checkout',
  rooms: { admin: adminHold, user: checkoutAnswer },
  right: 'orders',
  money: ADMIN_HOLD_MONEY,
} as const;
const ticketEvents = {
  aggregate: 'ticket',
  rooms: { admin: adminTicket, user: ticket },
  right: 'tickets',
} as const;
const orderEvents = {
  aggregate: 'order',
  rooms: { admin: staffOrder, user: order },
  right: 'orders',
} as const;

/**
 * All events of the shop. Payloads contain only ids, and data that cannot be read later, since the relay reads the
 * newest state when it sends an event.
 */
export const EVENTS = {
  'user.registered': userEvents,
  'user.updated': { ...userEvents, sideEffect: true },
  'user.blocked': userEvents,
  'user.unblocked': userEvents,
  'product.created': productEvents,
  'product.updated': productEvents,
  'product.hidden': { ...productEvents, rooms: { shop: z.object({ id }), admin: adminProduct } },
  'product.deleted': productEvents,
  'product.restored': productEvents,
  'stock.changed': {
    aggregate: 'stock',
    rooms: { shop: stockMessage, admin: adminStockMessage },
    right: 'products',
    post: 'stock',
    coalesce: true,
    sideEffect: true,
  },
  'coins.changed': {
    aggregate: 'coins',
    rooms: { shop: coinsMessage, admin: adminCoinStockAnswer },
    right: 'products',
    post: 'stock',
    coalesce: true,
    sideEffect: true,
  },
  'balance.changed': {
    aggregate: 'balance',
    ...accountEvents,
    coalesce: true,
    sideEffect: true,
  },
  'reward.changed': { aggregate: 'reward', rooms: { user: reward }, sideEffect: true },
  'checkout.placed': { ...checkoutEvents, debounce: true },
  'checkout.confirming': checkoutEvents,
  // Event: the payment was declined, so the checkout is open again.
  'checkout.declined': checkoutEvents,
  // Event: the payment is still being confirmed, but the goods were released.
  'checkout.released': checkoutEvents,
  'checkout.paid': { ...checkoutEvents, debounce: true },
  'checkout.expired': checkoutEvents,
  'checkout.cancelled': checkoutEvents,
  'checkout.failed': checkoutEvents,
  'checkout.disputed': checkoutEvents,
  'checkout.lost': checkoutEvents,
  // Event: the whole payment or a part was refunded; after a part, the state stays paid.
  'checkout.refunded': checkoutEvents,
  'order.unconfirmed': { ...orderEvents, post: 'orders' },
  'order.paid': { ...orderEvents, post: 'orders', debounce: true },
  'order.confirmed': { ...orderEvents, editsPost: true },
  'order.overdue': { ...orderEvents, post: 'orders' },
  'order.processing': { ...orderEvents, editsPost: true },
  'order.released': { ...orderEvents, editsPost: true },
  'order.completed': { ...orderEvents, post: 'history', editsPost: true },
  // Events: a completion or an archiving was taken back within the undo time.
  'order.reopened': { ...orderEvents, editsPost: true },
  'order.unarchived': { ...orderEvents, editsPost: true },
  'order.archived': { ...orderEvents, post: 'history', editsPost: true },
  'order.cancelled': { ...orderEvents, post: 'history', editsPost: true },
  // Event: something shown with the order has changed, such as a refund, a dispute or a name; the status is the same.
  'order.updated': { ...orderEvents, editsPost: true },
  'order.refunded': { ...orderEvents, post: 'history', editsPost: true },
  'ticket.opened': { ...ticketEvents, post: 'tickets' },
  'ticket.taken': { ...ticketEvents, editsPost: true },
  // Event: the sender or staff wrote a message, which changes no status.
  'ticket.messaged': { ...ticketEvents, editsPost: true },
  'ticket.answered': { ...ticketEvents, post: 'tickets', editsPost: true },
  'ticket.closed': { ...ticketEvents, post: 'tickets', editsPost: true },
  'ticket.rated': ticketEvents,
  // Event: the answer solved nothing, so its sender opened another ticket that follows this one.
  'ticket.followed': ticketEvents,
  // Event for staff only, since the sender never sees internal notes.
  'ticket.noted': { aggregate: 'ticket', rooms: { admin: adminTicket }, right: 'tickets' },
  // Event: the sender's account was deleted, and the texts of the ticket with it.
  'ticket.emptied': { aggregate: 'ticket', rooms: { admin: adminTicket }, right: 'tickets' },
  'rights.set': { aggregate: 'rights', rooms: { admin: roleRightsMessage }, right: 'admin' },
  'alert.raised': { aggregate: 'alert', rooms: {}, right: 'admin', post: 'error' },
  'notice.created': { aggregate: 'notice', rooms: { user: securityNotice } },
  // Event: the account has a notice that is about no step of an order or ticket.
  'bell.added': { aggregate: 'bell', rooms: { user: bellMessage } },
  // Event: the account's notices were read, which its other tabs show too.
  'bell.read': { aggregate: 'bell', rooms: { user: bellMessage } },
} as const satisfies Readonly<Record<string, EventDefinition>>;

type Events = typeof EVENTS;
export type EventType = keyof Events;
const isEventType = (name: string): name is EventType => name in EVENTS;
export const EVENT_TYPES: readonly EventType[] = Object.keys(EVENTS).filter(isEventType);
export const eventType = z.enum(EVENT_TYPES);

/** Kind of thing that has a version; each change raises the version by one and appends one event. */
export type Aggregate = Events[EventType]['aggregate'];

/** Definition of an event, as the general type. */
export const eventDefinition = (type: EventType): EventDefinition => EVENTS[type];

/** Schemas of the events about one kind of thing in a room; `never` when the room receives none. */
type RoomSchema<K extends RoomKind, A extends Aggregate> = Extract<
  Extract<Events[EventType], { aggregate: A }>['rooms'],
  Readonly<Record<K, z.ZodObject>>
>[K];
/** `data` of the events about one kind of thing in a room. */
export type RoomData<K extends RoomKind, A extends Aggregate> = z.output<RoomSchema<K, A>>;
/** Kinds of things whose events a room receives. */
export type AggregateOfRoom<K extends RoomKind> = Extract<
  Events[EventType],
  { rooms: Readonly<Record<K, z.ZodObject>> }
>['aggregate'];

/** Argument of `appendEvent`. `data` must be small, and must not contain secrets. */
export interface ShopEvent {
  type: EventType;
  aggregate: Aggregate;
  aggregateId: string;
  /** Version after the change; counts from 1 without gaps. */
  version: number;
  data?: Record<string, z.core.util.JSONType>;
}
