import { z } from 'zod';
import {
  amountInput,
  boundedString,
  decimalString,
  id,
  instant,
  optionalLine,
  line,
} from '../entities/fields.js';

/** GET /api/coin-stock: the free coins. */
export const coinStockAnswer = z.object({ coinStock: z.number().int().min(0) });
/** GET /api/admin/coin-stock: `coinStock` is the number on hand. */
export const adminCoinStockAnswer = z.object({
  coinStock: z.number().int(),
  held: z.number().int(),
  free: z.number().int(),
  version: z.number().int(),
});
/** PUT /api/admin/coin-stock: a number, or digits as text. */
export const setCoinStockRequest = z.strictObject({
  coinStock: z
    .union([
      boundedString(40)
        .trim()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      z.number(),
    ])
    .pipe(z.number().int().min(0).max(1_000_000_000_000_000)),
  version: z.int32().optional(),
});
/** GET /api/admin/counts: the numbers of the sidebar and of the filters; 0 without the right to the list. */
export const adminCounts = z.object({
  /** Pending, processing and completed. */
  orders: z.number().int(),
  /** Pending and processing. */
  openOrders: z.number().int(),
  archived: z.number().int(),
  users: z.number().int(),
  /** Tickets that wait for staff. */
  tickets: z.number().int(),
  /** Tickets that were answered or closed. */
  endedTickets: z.number().int(),
});
/** Sort orders of the lists of orders: priority and newest first, by urgency, by amount. */
export const ORDER_SORTS = ['newest', 'due', 'total'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];
/** The longest reason that staff give for an act, in characters. */
export const REASON_LENGTH = 300;
/** The reason that staff give for an act, readable by staff only; empty for none. */
const reason = optionalLine(REASON_LENGTH).optional();
export const orderPatchRequest = z.strictObject({ version: z.int32().optional(), reason });
/**
 * POST /api/admin/orders/{id}/refund, for a completed or archived order: refunds the rest of its money, or an `amount`;
 * `restock` also puts its goods back, once.
 */
export const orderRefundRequest = z.strictObject({
  version: z.int32().optional(),
  amount: amountInput.optional(),
  restock: z.boolean().optional(),
  reason,
});
/** The reason for an act of staff on an order. */
export const orderReason = z.object({
  id,
  /** Action of the audit, such as `order.cancel`. */
  action: z.string(),
  text: z.string(),
  /** The actor: a username, `operator` or `bot`. */
  actor: z.string(),
  createdAt: instant,
});
export type OrderReason = z.infer<typeof orderReason>;
/** A refund of an order, as staff see it. Staff make a manual one at the provider, and then confirm it. */
export const orderRefund = z.object({
  id,
  amount: decimalString,
  state: z.enum(['requested', 'manual', 'done']),
  /** The provider's reference, or the one that an admin entered. */
  reference: z.string().nullable(),
  createdAt: instant,
  doneAt: instant.nullable(),
});
/** POST /api/admin/refunds/{id}/done: a reference to look the refund up, and the amount that the admin saw. */
export const refundDoneRequest = z.strictObject({
  reference: line(100),
  /** The amount that the admin saw; a refund whose amount has changed since is not confirmed. */
  amount: amountInput.optional(),
});
export type OrderRefund = z.infer<typeof orderRefund>;
export type RefundDoneRequest = z.infer<typeof refundDoneRequest>;
/** A disputed payment, which the buyer's bank or the provider takes back. */
export const orderDispute = z.object({
  id,
  /** The provider's. */
  reference: z.string(),
  amount: decimalString,
  state: z.enum(['open', 'won', 'lost']),
  openedAt: instant,
  closedAt: instant.nullable(),
  /** True for an open dispute whose end an admin must enter: the provider reports none, or has not for 30 days. */
  endsByHand: z.boolean(),
});
/** A bank's warning of probable fraud; a refund prevents a dispute. */
export const fraudWarning = z.object({
  /** The provider's. */
  reference: z.string(),
  raisedAt: instant,
  checkout: z.string(),
  /** The part of the payment that is not refunded. */
  amount: decimalString,
  /** The buyer's username. */
  buyer: z.string(),
  orders: z.array(id),
});
/** GET /api/admin/orders/{id}/disputes: those of the order's purchase; warnings only while a refund still helps. */
export const orderDisputes = z.object({ disputes: z.array(orderDispute), warnings: z.array(fraudWarning) });
/** POST /api/admin/disputes/{id}/end: the outcome, and a reference to look it up. */
export const disputeEndRequest = z.strictObject({ outcome: z.enum(['won', 'lost']), reference: line(100) });
export type OrderDispute = z.infer<typeof orderDispute>;
export type FraudWarning = z.infer<typeof fraudWarning>;
export type OrderDisputes = z.infer<typeof orderDisputes>;
export type DisputeEndRequest = z.infer<typeof disputeEndRequest>;
export type CoinStockAnswer = z.infer<typeof coinStockAnswer>;
export type AdminCoinStockAnswer = z.infer<typeof adminCoinStockAnswer>;
export type SetCoinStockRequest = z.infer<typeof setCoinStockRequest>;
export type AdminCounts = z.infer<typeof adminCounts>;
export type OrderPatchRequest = z.infer<typeof orderPatchRequest>;
export type OrderRefundRequest = z.infer<typeof orderRefundRequest>;
