import { z } from 'zod';
import { idParam, ref } from '../entities/fields.js';
import { order } from '../entities/order.js';
import { orderPatchRequest, orderRefund, orderRefundRequest, refundDoneRequest } from '../http/admin.js';
import { listQuery } from '../http/lists.js';
import { orderMove } from '../state/order-states.js';
import { disputePacketAnswer } from '../http/dispute-packet.js';
import { defineCall } from './call.js';

/** Calls on orders. */
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
      'One page of the orders that are not archived; `sort` newest, due or total, `state` some of the statuses.',
    query: listQuery,
    answer: z.array(order),
  }),
  archivedOrders: defineCall({
    method: 'GET',
    path: '/api/admin/orders/archived',
    access: 'staff',
    right: 'orders',
    summary: 'One page of the archived and cancelled orders; `sort` newest, due or total.',
    query: listQuery,
    answer: z.array(order),
  }),
  order: defineCall({
    method: 'GET',
    path: '/api/admin/orders/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary: 'One order.',
    answer: order,
  }),
  transitionOrder: defineCall({
    method: 'PATCH',
    path: '/api/admin/orders/:id/:move',
    params: { id: idParam, move: orderMove },
    access: 'staff',
    right: 'move',
    summary: 'Moves an order to its next state: take, hand back, complete, archive.',
    body: orderPatchRequest.optional().default({}),
    answer: order,
    errors: ['ILLEGAL_MOVE', 'STALE', 'WITHDRAWN'],
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
    answer: order,
    errors: ['ILLEGAL_MOVE', 'STALE', 'WITHDRAWN'],
  }),
  confirmPayment: defineCall({
    method: 'PATCH',
    path: '/api/admin/orders/:id/confirm-payment',
    params: { id: idParam },
    access: 'staff',
    right: 'move',
    summary: 'Confirms that an unconfirmed order was paid, with all orders of its checkout.',
    body: orderPatchRequest.optional().default({}),
    answer: order,
    errors: ['ILLEGAL_MOVE', 'STALE', 'WITHDRAWN'],
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
    answer: order,
    errors: ['ILLEGAL_MOVE', 'REFUND_TOO_LARGE', 'STALE', 'WITHDRAWN'],
  }),
  orderRefunds: defineCall({
    method: 'GET',
    path: '/api/admin/orders/:id/refunds',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary: 'The refunds of an order, oldest first.',
    answer: z.array(orderRefund),
  }),
  refundDone: defineCall({
    method: 'POST',
    path: '/api/admin/refunds/:id/done',
    params: { id: idParam },
    access: 'admin',
    summary: 'Says that a manual refund was made, and where to look it up.',
    body: refundDoneRequest,
    answer: orderRefund,
    errors: ['ILLEGAL_MOVE', 'CONFLICT'],
  }),
  disputePacket: defineCall({
    method: 'GET',
    path: '/api/admin/checkouts/:ref/dispute-packet',
    params: { ref },
    access: 'admin',
    summary: 'All that a bank asks for when it disputes a purchase; each reading is audited.',
    answer: disputePacketAnswer,
  }),
  disputePacketFile: defineCall({
    method: 'GET',
    path: '/api/admin/checkouts/:ref/dispute-packet/file',
    params: { ref },
    access: 'admin',
    summary: 'The same as one HTML file in English, to hand in.',
    media: 'text/html',
  }),
} as const;
