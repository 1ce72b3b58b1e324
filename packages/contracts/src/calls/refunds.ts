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
import { defineCall } from './call.js';
import { quote } from './checkout.js';

/** A refund of an order, as staff see it. Staff carry out a manual one at the provider, and then confirm it. */
export const orderRefund = z.object({
  id,
  amount: decimalString,
  state: z.enum(['requested', 'manual', 'done']),
  /** The provider's reference, or the one that an admin entered. */
  reference: z.string().nullable(),
  createdAt: instant,
  doneAt: instant.nullable(),
});
export type OrderRefund = z.infer<typeof orderRefund>;
/** GET /api/admin/orders/{id}/refund?amount=…: without an amount, about all that is left. */
export const refundPreviewQuery = z.strictObject({ amount: clientDecimal.optional() });
/** The refundable cash of an order, and the sums that a refund would return; absent for an impossible amount. */
export const refundPreview = z.object({
  refundable: decimalString,
  goesBack: z.object({ cash: decimalString, storeCredit: decimalString, bonus: decimalString }).optional(),
});
export type RefundPreview = z.infer<typeof refundPreview>;
/** POST /api/admin/refunds/{id}/done: a reference for finding the refund, and the amount that the admin saw. */
export const refundDoneRequest = z.strictObject({
  reference: line(100),
  /** The amount that the admin saw; a refund whose amount has changed since is not confirmed. */
  amount: amountInput.optional(),
});
export type RefundDoneRequest = z.infer<typeof refundDoneRequest>;
/** A disputed payment, which the buyer's bank or the provider takes back. */
export const orderDispute = z.object({
  id,
  /** The provider's reference of the dispute. */
  reference: z.string(),
  amount: decimalString,
  state: z.enum(['open', 'won', 'lost']),
  openedAt: instant,
  closedAt: instant.nullable(),
  /**
   * True for an open dispute whose end an admin must enter: the provider never reports ends, or has not for 30 days.
   */
  endsByHand: z.boolean(),
});
export type OrderDispute = z.infer<typeof orderDispute>;
/** A bank's warning of probable fraud; a refund now can prevent a dispute. */
export const fraudWarning = z.object({
  /** The provider's reference of the warning. */
  reference: z.string(),
  raisedAt: instant,
  checkout: z.string(),
  /** The part of the payment that is not refunded. */
  amount: decimalString,
  /** The buyer's username. */
  buyer: z.string(),
  orders: z.array(id),
});
export type FraudWarning = z.infer<typeof fraudWarning>;
/** GET /api/admin/orders/{id}/disputes: those of the order's purchase; warnings only while a refund still helps. */
export const orderDisputes = z.object({ disputes: z.array(orderDispute), warnings: z.array(fraudWarning) });
export type OrderDisputes = z.infer<typeof orderDisputes>;
/** POST /api/admin/disputes/{id}/end: the outcome, and a reference to look it up. */
export const disputeEndRequest = z.strictObject({ outcome: z.enum(['won', 'lost']), reference: line(100) });
export type DisputeEndRequest = z.infer<typeof disputeEndRequest>;

const disputePacketOrder = z.object({
  id,
  productName: z.string(),
  quantity: z.number().int(),
  status: orderStatus,
  /** Time at which the buyer confirmed the arrival from the linked Discord account. */
  receivedAt: instant.nullish(),
  /** The members of staff who took and delivered the order, with times; oldest first. */
  history: z.array(
    z.object({
      at: instant,
      from: orderStatus.nullable(),
      to: orderStatus,
      /** `user:7` with the account's name, or `shop`. */
      actor: z.string(),
      actorName: z.string().nullable(),
    }),
  ),
});

/** GET /api/admin/checkouts/{ref}/dispute-packet: the evidence for a bank that takes a payment back. */
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
  /** The consent with its text in both languages; without texts for an unknown version. */
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
    /** Discord id proven by a sign-in; null without one. */
    discordId: z.string().nullable(),
    discordName: z.string().nullable(),
    discordLinkedAt: instant.nullable(),
  }),
  /** Null if nothing was stored, and after EVIDENCE_DAYS. */
  origin: z
    .object({
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
      emptiedAt: instant.nullable(),
    })
    .nullable(),
  orders: z.array(disputePacketOrder),
  /** Messages to the shop's Discord channels about the orders. */
  posts: z.array(
    z.object({
      orderId: id,
      type: z.string(),
      channel: z.string(),
      sentAt: instant.nullable(),
      /** The post's data as "name: value" pairs, without the bot's wording. */
      content: z.string(),
      /** Link to the message in Discord; null before it is sent. */
      link: z.string().nullable(),
    }),
  ),
  /** Direct messages about the purchase that reached the linked Discord account. */
  messages: z.array(
    z.object({
      topic: z.string(),
      status: z.string(),
      sentAt: instant,
      /** The message's data, as for posts. */
      content: z.string(),
      link: z.string().nullable(),
    }),
  ),
  /** The account's tickets since the purchase was placed, with the answers; oldest first. */
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
  /** Undisputed purchases of the account, paid 120 to 365 days before the dispute. */
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

/** Calls of staff on refunds and disputes. */
export const refundCalls = {
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
