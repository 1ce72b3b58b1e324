import { z } from 'zod';
import { boundedString, decimalString, id, idParam, instant } from '../entities/fields.js';
import { order } from '../entities/order.js';
import { adminTicket } from '../entities/ticket.js';
import { channel } from '../events/discord-channels.js';
import { NOTICE_WAYS, type NoticeKind } from '../notices.js';
import { orderStatus } from '../state/order-states.js';
import { orderDispute, orderRefund } from './refunds-and-disputes.js';
import { adminUser } from './users.js';
import { defineCall } from './call-definition.js';

/** Largest number of orders, and of open tickets, that a buyer's card lists. */
export const BUYER_LIST_LENGTH = 5;

/**
 * GET /api/admin/orders/{id}/buyer: the account that bought an order. Counts end at MAX_EXACT_TOTAL + 1, which stands
 * for any larger number.
 */
export const orderBuyer = z.object({
  userId: id,
  username: z.string(),
  /** True for an account that its owner deleted, which keeps no personal names. */
  deleted: z.boolean(),
  /** What the list of users shows of the account; null without the right to users. */
  account: adminUser
    .pick({ membershipTier: true, createdAt: true, blocked: true, blockedAt: true })
    .extend({
      /** Money spent on delivered orders; null without the right to money figures. */
      spent: decimalString.nullable(),
      /** How often the account was blocked, with the present time. */
      blocks: z.number().int(),
    })
    .nullable(),
  /** Other orders of the account, newest first, without the orders of the same purchase. */
  orders: z.object({
    total: z.number().int(),
    newest: z
      .array(order.pick({ id: true, productName: true, quantity: true, status: true, createdAt: true }))
      .max(BUYER_LIST_LENGTH),
  }),
  /** True if the order is a purchase, and the account made no other one; a join reward is none. */
  isOnlyPurchase: z.boolean().default(false),
  /** Open tickets of the account, newest first; null without the right to tickets. */
  openTickets: z
    .object({
      total: z.number().int(),
      newest: z
        .array(adminTicket.pick({ id: true, subject: true, status: true, createdAt: true }))
        .max(BUYER_LIST_LENGTH),
    })
    .nullable(),
  /** How many payments of the account were ever disputed, by the state of the dispute. */
  disputes: z.object({ open: z.number().int(), won: z.number().int(), lost: z.number().int() }),
});
export type OrderBuyer = z.infer<typeof orderBuyer>;

/** Largest number of entries of each kind in an order's timeline; the newest are kept. */
export const TIMELINE_LENGTH = 100;
/** States of a message that the shop sends to people; `dropped` also when they do not take it or Discord refused it. */
export const SEND_STATES = ['waiting', 'sent', 'dropped'] as const;
const sendState = z.enum(SEND_STATES);
/** Steps of an order that are no change of its status. */
export const ORDER_MARKS = ['placed', 'paid', 'overdue', 'received'] as const;
/** Kinds of notices that are about an order. */
export const ORDER_NOTICES = [
  'paid',
  'taken',
  'delivered',
  'cancelled',
  'refunded',
  'unlocked',
] as const satisfies readonly NoticeKind[];

const entry = z.object({ id: boundedString(40), at: instant });
/** Who acted: a username, `shop`, `operator` or `bot`; and why, where they said so. */
const act = entry.extend({ actor: z.string(), reason: z.string().optional() });
/** GET /api/admin/orders/{id}/timeline: something that happened to an order. */
export const orderTimelineEntry = z.discriminatedUnion('kind', [
  entry.extend({ kind: z.literal('mark'), mark: z.enum(ORDER_MARKS) }),
  act.extend({
    kind: z.literal('status'),
    from: orderStatus,
    to: orderStatus,
    /** True when the change took an earlier one back. */
    isUndo: z.boolean().default(false),
  }),
  /** An act of staff that changes no status; `action` as the audit names it. */
  act.extend({ kind: z.literal('act'), action: z.string() }),
  entry.extend({ kind: z.literal('refund'), amount: decimalString, state: orderRefund.shape.state }),
  entry.extend({ kind: z.literal('dispute'), amount: decimalString, state: orderDispute.shape.state }),
  /** A post in Discord; its link is null until it was sent, and once it was deleted there. */
  entry.extend({ kind: z.literal('post'), channel, state: sendState, link: z.string().nullable() }),
  /** A notice in the buyer's bell, with the other ways that it took. */
  entry.extend({
    kind: z.literal('notice'),
    notice: z.enum(ORDER_NOTICES),
    ways: z.partialRecord(z.enum(NOTICE_WAYS), sendState),
  }),
  entry.extend({ kind: z.literal('receipt'), state: sendState }),
]);
export type OrderTimelineEntry = z.infer<typeof orderTimelineEntry>;

/** Calls about what surrounds an order. */
export const orderContextCalls = {
  orderBuyer: defineCall({
    method: 'GET',
    path: '/api/admin/orders/:id/buyer',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary:
      'The account that bought an order: its other orders and disputes, and by right its tier, money, blocks and open tickets.',
    answer: orderBuyer,
  }),
  orderTimeline: defineCall({
    method: 'GET',
    path: '/api/admin/orders/:id/timeline',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary:
      'What happened to an order, newest first: steps, acts of staff, refunds, disputes, posts, and what its buyer was told.',
    answer: z.array(orderTimelineEntry),
  }),
} as const;
