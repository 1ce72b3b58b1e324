import { z } from 'zod';
import { decimalString, id, idParam } from '../entities/fields.js';
import { order } from '../entities/order.js';
import { adminTicket } from '../entities/ticket.js';
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
} as const;
