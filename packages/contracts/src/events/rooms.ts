import { z } from 'zod';
import { order } from '../entities/order.js';
import { adminProduct, product } from '../entities/product.js';
import { reward } from '../entities/reward.js';
import { securityNotice } from '../http/account-security.js';
import { adminCoinStockAnswer } from '../http/admin.js';
import { checkoutAnswer } from '../http/checkout.js';
import { aggregate, type Aggregate, type EventType } from './events.js';
import { adminStockMessage, coinsMessage, profileMessage, stockMessage } from './realtime.js';

/** Kinds of rooms; `user` is the room of the one account the event is about. */
export const ROOM_KINDS = ['shop', 'admin', 'user'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** What the rooms hear of an event: the shape of `data` for each room that is told. */
export type RoomData = Partial<Record<RoomKind, z.ZodType>>;

const forNobody: RoomData = {};
const forItsAccount: RoomData = { user: profileMessage };
const forEveryShop: RoomData = { shop: product, admin: adminProduct };
const forItsBuyer: RoomData = { user: checkoutAnswer };
const forStaffAndBuyer: RoomData = { admin: order, user: order };

/** Which rooms hear of which event, and what. Whatever is not named here never leaves the server. */
export const ROOM_DATA: Record<EventType, RoomData> = {
  'user.registered': forNobody,
  'user.updated': forItsAccount,
  'user.blocked': forNobody,
  'user.unblocked': forNobody,
  'product.created': forEveryShop,
  'product.updated': forEveryShop,
  'product.deleted': forEveryShop,
  'product.restored': forEveryShop,
  'stock.changed': { shop: stockMessage, admin: adminStockMessage },
  'coins.changed': { shop: coinsMessage, admin: adminCoinStockAnswer },
  'balance.changed': forItsAccount,
  'reward.changed': { user: reward },
  'checkout.placed': forItsBuyer,
  'checkout.confirming': forItsBuyer,
  'checkout.paid': forItsBuyer,
  'checkout.expired': forItsBuyer,
  'checkout.cancelled': forItsBuyer,
  'checkout.failed': forItsBuyer,
  'checkout.disputed': forItsBuyer,
  'checkout.lost': forItsBuyer,
  'checkout.refunded': forItsBuyer,
  'order.unconfirmed': forStaffAndBuyer,
  'order.paid': forStaffAndBuyer,
  'order.confirmed': forStaffAndBuyer,
  'order.overdue': forStaffAndBuyer,
  'order.processing': forStaffAndBuyer,
  'order.released': forStaffAndBuyer,
  'order.completed': forStaffAndBuyer,
  'order.archived': forStaffAndBuyer,
  'order.cancelled': forStaffAndBuyer,
  'order.refunded': forStaffAndBuyer,
  'alert.raised': forNobody,
  'notice.created': { user: securityNotice },
};

/** The aggregate an event belongs to: what stands before the dot. */
export const aggregateOf = (type: EventType): Aggregate => aggregate.parse(type.split('.')[0]);

/** The rooms that hear of an event. */
export const roomsOfEvent = (type: EventType): RoomKind[] =>
  ROOM_KINDS.filter((kind) => kind in ROOM_DATA[type]);
