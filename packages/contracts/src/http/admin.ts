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

/** GET /api/coin-stock: what is free. */
export const coinStockAnswer = z.object({ coinStock: z.number().int().min(0) });
/** GET /api/admin/coin-stock: coinStock is on hand. */
export const adminCoinStockAnswer = z.object({
  coinStock: z.number().int(),
  held: z.number().int(),
  free: z.number().int(),
  version: z.number().int(),
});
/** PUT /api/admin/coin-stock: digits as text or number. */
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
/** GET /api/admin/counts: the numbers of the sidebar and of the filters; 0 without the right to the list itself. */
export const adminCounts = z.object({
  /** Pending, processing and completed. */
  orders: z.number().int(),
  /** Of these, pending and processing. */
  openOrders: z.number().int(),
  archived: z.number().int(),
  users: z.number().int(),
  /** Tickets that wait for staff. */
  tickets: z.number().int(),
  /** Tickets that were answered or closed. */
  endedTickets: z.number().int(),
});
/** The orders of the lists of orders: priority and newest first, by urgency, by amount. */
export const ORDER_SORTS = ['newest', 'due', 'total'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];
/** The longest reason that staff give for an act, in characters. */
export const REASON_LENGTH = 300;
/** Why staff did it; other staff alone read it. Empty is none. */
const reason = optionalLine(REASON_LENGTH).optional();
export const orderPatchRequest = z.strictObject({ version: z.int32().optional(), reason });
/**
 * POST /api/admin/orders/{id}/refund, of an order that is completed or archived: all that is left of its money, or an
 * `amount` of it; `restock` puts its goods back as well, once.
 */
export const orderRefundRequest = z.strictObject({
  version: z.int32().optional(),
  amount: amountInput.optional(),
  restock: z.boolean().optional(),
  reason,
});
/** Why somebody of the staff did something with an order. */
export const orderReason = z.object({
  id,
  /** As the audit names it: `order.cancel`. */
  action: z.string(),
  text: z.string(),
  /** Who did it: a username, `operator` or `bot`. */
  actor: z.string(),
  createdAt: instant,
});
export type OrderReason = z.infer<typeof orderReason>;
/** Money of an order on its way back, as staff see it. Manual: staff make it at the provider, then say so. */
export const orderRefund = z.object({
  id,
  amount: decimalString,
  state: z.enum(['requested', 'manual', 'done']),
  /** The provider's, or what an admin wrote down. */
  reference: z.string().nullable(),
  createdAt: instant,
  doneAt: instant.nullable(),
});
/** POST /api/admin/refunds/{id}/done: where the money's way can be looked up, and the amount that was seen. */
export const refundDoneRequest = z.strictObject({
  reference: line(100),
  /** A part of it may have gone back meanwhile: of another amount nothing is changed. */
  amount: amountInput.optional(),
});
export type OrderRefund = z.infer<typeof orderRefund>;
export type RefundDoneRequest = z.infer<typeof refundDoneRequest>;
/** A payment that the buyer's bank, or the provider, takes back or took. */
export const orderDispute = z.object({
  id,
  /** The provider's. */
  reference: z.string(),
  amount: decimalString,
  state: z.enum(['open', 'won', 'lost']),
  openedAt: instant,
  closedAt: instant.nullable(),
  /** It is open, and its provider does not tell how it ends, or did not for 30 days: an admin does. */
  endsByHand: z.boolean(),
});
/** A payment that a bank calls probable fraud: a refund keeps it from becoming a dispute. */
export const fraudWarning = z.object({
  /** The provider's. */
  reference: z.string(),
  raisedAt: instant,
  checkout: z.string(),
  /** What of the payment has not gone back. */
  amount: decimalString,
  /** The buyer's username. */
  buyer: z.string(),
  orders: z.array(id),
});
/** GET /api/admin/orders/{id}/disputes: of the order's purchase; warnings only while a refund still helps. */
export const orderDisputes = z.object({ disputes: z.array(orderDispute), warnings: z.array(fraudWarning) });
/** POST /api/admin/disputes/{id}/end: how it ended, and where that can be looked up. */
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
