import { z } from 'zod';
import {
  amountInput,
  clientDecimal,
  decimalString,
  id,
  idParam,
  instant,
  line,
  ref,
} from '../entities/fields.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';
import { orderStatus } from '../state/order-states.js';
import { defineCall } from './call-definition.js';
import { listQuery } from './pagination.js';
import { quote } from './checkout.js';

/**
 * A refund of an order, as staff see it. Staff carry out a refund in the state `manual` at the provider themselves, and
 * then confirm it.
 */
export const orderRefund = z.object({
  id,
  amount: decimalString,
  state: z.enum(['requested', 'manual', 'done']),
  /** Reference of the refund at the provider, or the one that an admin entered. */
  reference: z.string().nullable(),
  createdAt: instant,
  doneAt: instant.nullable(),
});
export type OrderRefund = z.infer<typeof orderRefund>;
/** GET /api/admin/orders/{id}/refund?amount=…: previews a refund of the amount, or of all that is left. */
export const refundPreviewQuery = z.strictObject({ amount: clientDecimal.optional() });
/**
 * Cash of an order that can still be refunded, and the sums that the refund would return; sums are absent for an
 * impossible amount.
 */
export const refundPreview = z.object({
  refundable: decimalString,
  goesBack: z.object({ cash: decimalString, storeCredit: decimalString, bonus: decimalString }).optional(),
});
export type RefundPreview = z.infer<typeof refundPreview>;
/**
 * POST /api/admin/refunds/{id}/done: confirms a manual refund, with its reference at the provider and the amount that
 * the admin saw.
 */
export const refundDoneRequest = z.strictObject({
  reference: line(100),
  /** Amount that the admin saw; when it has changed since, the refund is not confirmed. */
  amount: amountInput.optional(),
});
export type RefundDoneRequest = z.infer<typeof refundDoneRequest>;
/** A payment that the buyer disputes, so that the bank or the provider may take it back. */
export const orderDispute = z.object({
  id,
  /** Reference of the dispute at the provider. */
  reference: z.string(),
  amount: decimalString,
  state: z.enum(['open', 'won', 'lost']),
  openedAt: instant,
  closedAt: instant.nullable(),
  /**
   * True for an open dispute whose end an admin must enter, since the provider does not report it, or has not for 30
   * days.
   */
  endsByHand: z.boolean(),
});
export type OrderDispute = z.infer<typeof orderDispute>;
/** A bank's warning of probable fraud; refunding the payment now can prevent a dispute. */
export const fraudWarning = z.object({
  /** Reference of the warning at the provider. */
  reference: z.string(),
  raisedAt: instant,
  checkout: z.string(),
  /** Part of the payment that has not been refunded. */
  amount: decimalString,
  /** Username of the buyer. */
  buyer: z.string(),
  orders: z.array(id),
});
export type FraudWarning = z.infer<typeof fraudWarning>;
/**
 * GET /api/admin/orders/{id}/disputes: disputes and fraud warnings of the order's purchase; a warning only while a
 * refund still helps.
 */
export const orderDisputes = z.object({ disputes: z.array(orderDispute), warnings: z.array(fraudWarning) });
export type OrderDisputes = z.infer<typeof orderDisputes>;
/** POST /api/admin/disputes/{id}/end: the outcome of a dispute, and a reference by which it can be looked up. */
export const disputeEndRequest = z.strictObject({ outcome: z.enum(['won', 'lost']), reference: line(100) });
export type DisputeEndRequest = z.infer<typeof disputeEndRequest>;

const disputePacketOrder = z.object({
  id,
  productName: z.string(),
  quantity: z.number().int(),
  status: orderStatus,
  /** Time at which the buyer confirmed the arrival, from the linked Discord account. */
  receivedAt: instant.nullish(),
  /** Staff members who took and delivered the order, with times, oldest first. */
  history: z.array(
    z.object({
      at: instant,
      from: orderStatus.nullable(),
      to: orderStatus,
      /** Who acted: `user:7`, with the account's name in `actorName`, or `shop`. */
      actor: z.string(),
      actorName: z.string().nullable(),
    }),
  ),
});

/**
 * GET /api/admin/checkouts/{ref}/dispute-packet: evidence about a purchase, for the bank that wants to take its payment
 * back.
 */
export const disputePacketAnswer = z.object({
  checkout: z.string(),
  state: checkoutState,
  method: paymentMethod,
  total: decimalString,
  refunded: decimalString,
  placedAt: instant,
  paidAt: instant.nullable(),
  inGameName: z.string(),
  discordName: z.string(),
  quote,
  /** The buyer's consent, with its text in both languages; without texts when its version is unknown. */
  consent: z.object({ at: instant, version: z.string(), texts: z.array(z.string()) }),
  payments: z.array(z.object({ provider: z.string(), reference: z.string(), amount: decimalString })),
  disputes: z.array(
    z.object({
      reference: z.string(),
      amount: decimalString,
      state: z.enum(['open', 'won', 'lost']),
      openedAt: instant,
      closedAt: instant.nullable(),
    }),
  ),
  account: z.object({
    id,
    username: z.string(),
    createdAt: instant,
    /** Discord id that the buyer proved by a sign-in; null without one. */
    discordId: z.string().nullable(),
    discordName: z.string().nullable(),
    discordLinkedAt: instant.nullable(),
  }),
  /** Evidence about the buyer's browser and address; null if nothing was stored, and after EVIDENCE_DAYS. */
  origin: z
    .object({
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
      emptiedAt: instant.nullable(),
    })
    .nullable(),
  orders: z.array(disputePacketOrder),
  /** Messages about the orders in the shop's Discord channels. */
  posts: z.array(
    z.object({
      orderId: id,
      type: z.string(),
      channel: z.string(),
      sentAt: instant.nullable(),
      /** Data of the post as pairs "name: value", without the bot's wording. */
      content: z.string(),
      /** Link to the message in Discord; null before it was sent. */
      link: z.string().nullable(),
    }),
  ),
  /** Direct messages about the purchase that reached the linked Discord account. */
  messages: z.array(
    z.object({
      topic: z.string(),
      status: z.string(),
      sentAt: instant,
      /** Data of the direct message as pairs "name: value", without the bot's wording. */
      content: z.string(),
      link: z.string().nullable(),
    }),
  ),
  /** Tickets that the account has sent since the purchase, with the answers, oldest first. */
  tickets: z.array(
    z.object({
      id,
      sentAt: instant,
      subject: z.string(),
      message: z.string(),
      response: z.string().nullable(),
      endedAt: instant.nullable(),
    }),
  ),
  /** Earlier undisputed purchases of the account, paid 120 to 365 days before the dispute. */
  earlier: z.array(
    z.object({
      checkout: z.string(),
      paidAt: instant,
      total: decimalString,
      goods: z.string(),
      deliveredAt: instant.nullable(),
      sameAddress: z.boolean(),
      sameUserAgent: z.boolean(),
    }),
  ),
});
export type DisputePacketAnswer = z.infer<typeof disputePacketAnswer>;

/** States by which stranded payments can be filtered; without a filter, all are listed. */
export const STRANDED_STATES = ['waiting', 'back'] as const;

/** A stranded payment, which its checkout could not accept; money that arrived is refunded. */
export const strandedPayment = z.object({
  id,
  provider: z.string(),
  /** Reference of the payment at the provider. */
  reference: z.string(),
  /** Reference of the payment's checkout, and the checkout's orders; without orders, the panel shows no link. */
  checkout: z.string(),
  orders: z.array(id),
  /** Amount in cents of the payment's currency, which may differ from the shop's. */
  amount: z.object({ cents: z.int().min(0), currency: z.string() }),
  receivedAt: instant,
  /** Reason why no checkout could take the payment, in the shop's words; null if no money arrived. */
  reason: z.string().nullable(),
  /** Refunds of the payment, oldest first, in the payment's currency. */
  refunds: z.array(orderRefund),
});
/** GET /api/admin/stranded-payments: stranded payments, newest first. */
export const strandedPaymentsAnswer = z.array(strandedPayment);
export type StrandedPayment = z.infer<typeof strandedPayment>;

/** Calls of staff about refunds and disputes. */
export const refundCalls = {
  strandedPayments: defineCall({
    method: 'GET',
    path: '/api/admin/stranded-payments',
    access: 'staff',
    right: 'money',
    summary: 'One page of the money that no checkout could take, newest first, and how far each goes back.',
    query: listQuery,
    answer: strandedPaymentsAnswer,
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
  refundPreview: defineCall({
    method: 'GET',
    path: '/api/admin/orders/:id/refund',
    params: { id: idParam },
    access: 'staff',
    right: 'refund',
    summary: 'What a refund of an order would return, asked before it is confirmed.',
    query: refundPreviewQuery,
    answer: refundPreview,
  }),
  refundDone: defineCall({
    method: 'POST',
    path: '/api/admin/refunds/:id/done',
    params: { id: idParam },
    access: 'admin',
    summary: 'Says that a manual refund was made, and where to look it up.',
    body: refundDoneRequest,
    answer: orderRefund,
    errors: ['ILLEGAL_MOVE', 'CONFLICT', 'DISPUTE_OPEN', 'STALE'],
  }),
  lateCrypto: defineCall({
    method: 'POST',
    path: '/api/admin/checkouts/:ref/late-crypto',
    params: { ref },
    access: 'admin',
    summary: 'Says that crypto of a purchase came after its orders were void: a manual refund gives it back.',
    answer: orderRefund,
    errors: ['ILLEGAL_MOVE'],
  }),
  orderDisputes: defineCall({
    method: 'GET',
    path: '/api/admin/orders/:id/disputes',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary: 'The disputes and early fraud warnings of an order’s purchase, oldest first.',
    answer: orderDisputes,
  }),
  endDispute: defineCall({
    method: 'POST',
    path: '/api/admin/disputes/:id/end',
    params: { id: idParam },
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Says how a dispute ended of whose end its provider does not tell.',
    body: disputeEndRequest,
    answer: orderDispute,
    errors: ['ILLEGAL_MOVE'],
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
