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

/** The schema of `data` for each room that receives an event. */
export type RoomData = Partial<Record<RoomKind, z.ZodType>>;

const noRoom: RoomData = {};
const accountRoom: RoomData = { user: profileMessage };
const shopRooms: RoomData = { shop: product, admin: adminProduct };
const buyerRoom: RoomData = { user: checkoutAnswer };
const staffAndBuyerRooms: RoomData = { admin: order, user: order };

/** Which rooms receive which event, and its data. What is not listed here is not sent. */
export const ROOM_DATA: Record<EventType, RoomData> = {
  'user.registered': noRoom,
  'user.updated': accountRoom,
  'user.blocked': noRoom,
  'user.unblocked': noRoom,
  'product.created': shopRooms,
  'product.updated': shopRooms,
  'product.deleted': shopRooms,
  'product.restored': shopRooms,
  'stock.changed': { shop: stockMessage, admin: adminStockMessage },
  'coins.changed': { shop: coinsMessage, admin: adminCoinStockAnswer },
  'balance.changed': accountRoom,
  'reward.changed': { user: reward },
  'checkout.placed': buyerRoom,
  'checkout.confirming': buyerRoom,
  'checkout.paid': buyerRoom,
  'checkout.expired': buyerRoom,
  'checkout.cancelled': buyerRoom,
  'checkout.failed': buyerRoom,
  'checkout.disputed': buyerRoom,
  'checkout.lost': buyerRoom,
  'checkout.refunded': buyerRoom,
  'order.unconfirmed': staffAndBuyerRooms,
  'order.paid': staffAndBuyerRooms,
  'order.confirmed': staffAndBuyerRooms,
  'order.overdue': staffAndBuyerRooms,
  'order.processing': staffAndBuyerRooms,
  'order.released': staffAndBuyerRooms,
  'order.completed': staffAndBuyerRooms,
  'order.archived': staffAndBuyerRooms,
  'order.cancelled': staffAndBuyerRooms,
  'order.refunded': staffAndBuyerRooms,
  'alert.raised': noRoom,
  'notice.created': { user: securityNotice },
};

/** The aggregate of an event: the part before the dot. */
export const aggregateOf = (type: EventType): Aggregate => aggregate.parse(type.split('.')[0]);

/** The rooms that receive an event. */
export const roomsOfEvent = (type: EventType): RoomKind[] =>
  ROOM_KINDS.filter((kind) => kind in ROOM_DATA[type]);
