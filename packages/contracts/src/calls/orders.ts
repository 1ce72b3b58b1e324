import { z } from 'zod';
import { amountInput, id, idParam, instant, optionalLine } from '../entities/fields.js';
import { order, staffOrder } from '../entities/order.js';
import { orderMove, orderStatus } from '../state/order-states.js';
import { defineCall } from './call-definition.js';
import { listQuery } from './pagination.js';

/** Sort orders of order lists: by priority and newest, by urgency, by amount. */
export const ORDER_SORTS = ['newest', 'due', 'total'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];
/** Longest reason that staff can give for an action, in characters. */
export const REASON_LENGTH = 300;
/** Reason that staff give for an action, visible to staff only; empty for none. */
const staffReason = optionalLine(REASON_LENGTH).optional();
export const orderPatchRequest = z.strictObject({ version: z.int32().optional(), reason: staffReason });
export type OrderPatchRequest = z.infer<typeof orderPatchRequest>;
/**
 * POST /api/admin/orders/{id}/refund: refunds an `amount` of a completed or archived order, by default all that is
 * left; `restock` also puts the goods back in stock, once.
 */
export const orderRefundRequest = z.strictObject({
  version: z.int32().optional(),
  amount: amountInput.optional(),
  restock: z.boolean().optional(),
  reason: staffReason,
});
export type OrderRefundRequest = z.infer<typeof orderRefundRequest>;
/** Reason that staff gave for an action on an order. */
export const orderReason = z.object({
  id,
  /** Name of the action in the audit, such as `order.cancel`. */
  action: z.string(),
  text: z.string(),
  /** Who acted: a username, `operator` or `bot`. */
  actor: z.string(),
  createdAt: instant,
});
export type OrderReason = z.infer<typeof orderReason>;

/** Largest number of orders that one call can move: few enough for an answer within a second. */
export const MAX_MOVED_AT_ONCE = 25;
/** POST /api/admin/orders/bulk-move: the orders to move, each in the version that was seen. */
export const moveOrdersRequest = z.strictObject({
  move: orderMove,
  orders: z
    .array(z.strictObject({ id, version: z.int32() }))
    .min(1)
    .max(MAX_MOVED_AT_ONCE),
});
export type MoveOrdersRequest = z.infer<typeof moveOrdersRequest>;
/** Refusal of the orders that a bulk move left untried, because the shop could not go on. */
export const NOT_TRIED = 'NOT_TRIED';
/** Outcome of the move of one order. */
export const movedOrder = z.object({
  id,
  /** Code of the error for which the order was not moved, or NOT_TRIED; null if it was. */
  refusal: z.string().nullable(),
  /** The order as it is now; null if there is none or it was not read. */
  order: staffOrder.nullable(),
});
export type MovedOrder = z.infer<typeof movedOrder>;

/** POST /api/admin/orders/{id}/undo: the version to which the act raised the order, not a later one. */
export const undoOrderRequest = z.strictObject({ version: z.int32() });
export type UndoOrderRequest = z.infer<typeof undoOrderRequest>;
/** POST /api/admin/orders/bulk-undo: the orders, each in the version to which the act raised it. */
export const undoOrdersRequest = z.strictObject({ orders: moveOrdersRequest.shape.orders });
export type UndoOrdersRequest = z.infer<typeof undoOrdersRequest>;
/** Fields beside STALE and UNDO_OVER when an act on an order is not undone. */
export const undoRefusal = z.object({
  current: z.object({ status: orderStatus, version: z.number().int() }),
  /** With STALE: what happened to the order since; absent if nobody acted, as when money was refunded elsewhere. */
  moved: z
    .object({
      /** Name of the action in the audit, such as `order.archive`. */
      action: z.string(),
      /** Who acted: a username, `operator`, `bot` or `shop`. */
      actor: z.string(),
    })
    .optional(),
});
export type UndoRefusal = z.infer<typeof undoRefusal>;

/** GET /api/admin/orders/views: open orders in each view; MAX_EXACT_TOTAL + 1 stands for any larger number. */
export const orderViewCounts = z.object({
  overdue: z.number().int(),
  soon: z.number().int(),
  mine: z.number().int(),
  priority: z.number().int(),
});
export type OrderViewCounts = z.infer<typeof orderViewCounts>;

/** Calls about orders. */
export const orderCalls = {
  ownOrders: defineCall({
    method: 'GET',
    path: '/api/orders',
    access: 'restricted',
    summary: 'All own orders, newest first.',
    answer: z.array(order),
  }),
  activeOrders: defineCall({
    method: 'GET',
    path: '/api/admin/orders',
    access: 'staff',
    right: 'orders',
    summary:
      'One page of the orders that are not archived; `sort` newest, due or total, `state` some of the statuses, and one of the views overdue, soon, mine, priority.',
    query: listQuery,
    answer: z.array(staffOrder),
  }),
  orderViews: defineCall({
    method: 'GET',
    path: '/api/admin/orders/views',
    access: 'staff',
    right: 'orders',
    summary: 'How many open orders are in each view of the caller.',
    answer: orderViewCounts,
  }),
  archivedOrders: defineCall({
    method: 'GET',
    path: '/api/admin/orders/archived',
    access: 'staff',
    right: 'orders',
    summary: 'One page of the archived and cancelled orders; `sort` newest, due or total.',
    query: listQuery,
    answer: z.array(staffOrder),
  }),
  order: defineCall({
    method: 'GET',
    path: '/api/admin/orders/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary: 'One order.',
    answer: staffOrder,
  }),
  transitionOrder: defineCall({
    method: 'PATCH',
    path: '/api/admin/orders/:id/:move',
    params: { id: idParam, move: orderMove },
    access: 'staff',
    right: 'move',
    summary: 'Moves an order to its next state: take, hand back, complete, archive.',
    body: orderPatchRequest.optional().default({}),
    answer: staffOrder,
    errors: ['ILLEGAL_MOVE', 'OWN_ORDER', 'STALE', 'WITHDRAWN'],
  }),
  moveOrders: defineCall({
    method: 'POST',
    path: '/api/admin/orders/bulk-move',
    access: 'staff',
    right: 'move',
    summary: 'Moves several orders one after the other, each as if alone; says which were refused, and why.',
    body: moveOrdersRequest,
    answer: z.array(movedOrder),
  }),
  undoOrder: defineCall({
    method: 'POST',
    path: '/api/admin/orders/:id/undo',
    params: { id: idParam },
    access: 'staff',
    right: 'move',
    summary:
      'Takes back a move of an order, for its actor or an admin, within the undo time; STALE says what happened since.',
    body: undoOrderRequest,
    answer: staffOrder,
    errors: ['OWN_ORDER', 'STALE', 'UNDO_OVER', 'WITHDRAWN'],
  }),
  undoOrders: defineCall({
    method: 'POST',
    path: '/api/admin/orders/bulk-undo',
    access: 'staff',
    right: 'move',
    summary: 'Takes back the moves of several orders, each as if alone; says which were refused, and why.',
    body: undoOrdersRequest,
    answer: z.array(movedOrder),
  }),
  cancelOrder: defineCall({
    method: 'PATCH',
    path: '/api/admin/orders/:id/cancel',
    params: { id: idParam },
    access: 'staff',
    right: 'refund',
    secondStep: 'over-limit',
    summary: 'Cancels an order that is not delivered, which gives its money back.',
    body: orderPatchRequest.optional().default({}),
    answer: staffOrder,
    errors: ['ILLEGAL_MOVE', 'OWN_ORDER', 'STALE', 'WITHDRAWN'],
  }),
  confirmPayment: defineCall({
    method: 'PATCH',
    path: '/api/admin/orders/:id/confirm-payment',
    params: { id: idParam },
    access: 'staff',
    right: 'refund',
    secondStep: 'over-limit',
    summary: 'Confirms that an unconfirmed order was paid, with all orders of its checkout.',
    body: orderPatchRequest.optional().default({}),
    answer: staffOrder,
    errors: ['DISPUTE_OPEN', 'ILLEGAL_MOVE', 'OWN_ORDER', 'STALE', 'WITHDRAWN'],
  }),
  refundOrder: defineCall({
    method: 'POST',
    path: '/api/admin/orders/:id/refund',
    params: { id: idParam },
    access: 'staff',
    right: 'refund',
    secondStep: 'over-limit',
    summary: 'Gives the money of a delivered order back, wholly or an amount of it.',
    body: orderRefundRequest.optional().default({}),
    answer: staffOrder,
    errors: ['ALREADY_RESTOCKED', 'ILLEGAL_MOVE', 'OWN_ORDER', 'REFUND_TOO_LARGE', 'STALE', 'WITHDRAWN'],
  }),
  orderReasons: defineCall({
    method: 'GET',
    path: '/api/admin/orders/:id/reasons',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary: 'Why staff did what they did with an order, where they said so; newest first.',
    answer: z.array(orderReason),
  }),
} as const;
