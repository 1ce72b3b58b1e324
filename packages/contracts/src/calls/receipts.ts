import { z } from 'zod';
import { decimalString, emailAddress, id, instant, ref } from '../entities/fields.js';
import { BUYER_REFUND_STATES } from '../entities/order.js';
import { mailLanguage } from '../languages.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';
import { defineCall, QUARTER_HOUR_MS } from './call-definition.js';
import { quote } from './checkout.js';

/** The seller, as named in the operator's settings. */
export const seller = z.object({
  name: z.string(),
  /** Postal address of the seller, one text per line. */
  address: z.array(z.string()),
  email: z.string().nullable(),
  taxId: z.string().nullable(),
});
export type Seller = z.infer<typeof seller>;
/** GET /api/seller: the seller, and for how many days evidence of purchases is kept. */
export const sellerAnswer = seller.extend({ evidenceDays: z.number().int() });
export type SellerAnswer = z.infer<typeof sellerAnswer>;

/** A cash refund to the buyer, as receipts show it. */
export const receiptRefund = z.object({
  amount: decimalString,
  state: z.enum(BUYER_REFUND_STATES),
  requestedAt: instant,
  doneAt: instant.nullable(),
});
export type ReceiptRefund = z.infer<typeof receiptRefund>;

/** GET /api/checkouts/{ref}/receipt: the receipt of a paid purchase. */
export const receiptAnswer = z.object({
  seller,
  checkout: z.string(),
  state: checkoutState,
  method: paymentMethod,
  inGameName: z.string(),
  discordName: z.string(),
  /** Lines and steps of the price, as they were when the checkout was placed. */
  quote,
  total: decimalString,
  points: z.number().int(),
  /** Numbers of the purchase's orders, in the order of the lines. */
  orders: z.array(id).default([]),
  placedAt: instant,
  paidAt: instant,
  /** Refunds of the purchase, oldest first. */
  refunds: z.array(receiptRefund),
  /** Store credit and referral bonus that were refunded, which happens immediately. */
  storeCreditBack: decimalString,
  referralBonusBack: decimalString,
});
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;

/** PUT /api/account/receipt-mail: address and language for receipts by mail; an empty address stops the mails. */
export const receiptMailRequest = z.strictObject({
  email: z.union([z.literal(''), emailAddress]),
  language: mailLanguage,
});
export type ReceiptMailRequest = z.infer<typeof receiptMailRequest>;

/** GET /api/account/receipt-mail: the address and language for receipts by mail. */
export const receiptMailAnswer = z.object({
  /** True when the shop can send receipts by mail. */
  isOffered: z.boolean(),
  email: z.string().nullable(),
  language: mailLanguage.nullable(),
});
export type ReceiptMailAnswer = z.infer<typeof receiptMailAnswer>;

/** Calls about receipts, and about the seller named in them. */
export const receiptCalls = {
  receipt: defineCall({
    method: 'GET',
    path: '/api/checkouts/:ref/receipt',
    params: { ref: ref },
    access: 'restricted',
    summary: 'A paid purchase to keep and to print, for its owner only.',
    answer: receiptAnswer,
  }),
  receiptMail: defineCall({
    method: 'GET',
    path: '/api/account/receipt-mail',
    access: 'session',
    summary: 'Where receipts of the own purchases are mailed to.',
    answer: receiptMailAnswer,
  }),
  setReceiptMail: defineCall({
    method: 'PUT',
    path: '/api/account/receipt-mail',
    access: 'session',
    summary: 'Sets or takes out the address for receipts, and answers it.',
    body: receiptMailRequest,
    answer: receiptMailAnswer,
    errors: ['METHOD_DISABLED'],
    bounds: { perAccount: { name: 'receipt-mail', points: 20, windowMs: QUARTER_HOUR_MS } },
  }),
  seller: defineCall({
    method: 'GET',
    path: '/api/seller',
    access: 'public',
    summary: 'Who sells, and for how many days evidence of purchases is kept, as the settings say.',
    answer: sellerAnswer,
  }),
} as const;
