import { z } from 'zod';
import { REFUND_PROGRESS } from '../entities/order.js';
import { decimalString, emailAddress, instant } from '../entities/fields.js';
import { mailLanguage } from '../mail-languages.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';
import { quote } from './checkout.js';

/** Who sells, as the operator's settings say. */
export const seller = z.object({
  name: z.string(),
  /** Postal address, line by line. */
  address: z.array(z.string()),
  email: z.string().nullable(),
  taxId: z.string().nullable(),
});
export type Seller = z.infer<typeof seller>;
/** GET /api/seller: who sells, and for how many days evidence of purchases is kept. */
export const sellerAnswer = seller.extend({ evidenceDays: z.number().int() });
export type SellerAnswer = z.infer<typeof sellerAnswer>;

/** Cash on its way back to the buyer. */
export const receiptRefund = z.object({
  amount: decimalString,
  state: z.enum(REFUND_PROGRESS),
  requestedAt: instant,
  doneAt: instant.nullable(),
});
export type ReceiptRefund = z.infer<typeof receiptRefund>;

/** GET /api/checkouts/{ref}/receipt: a paid purchase, to keep and to print. */
export const receiptAnswer = z.object({
  seller,
  checkout: z.string(),
  state: checkoutState,
  method: paymentMethod,
  inGameName: z.string(),
  discordName: z.string(),
  /** Lines and every step of the price, as they were agreed on. */
  quote,
  total: decimalString,
  points: z.number().int(),
  placedAt: instant,
  paidAt: instant,
  /** Oldest first. */
  refunds: z.array(receiptRefund),
  /** What went back of credit and bonus; both are back at once. */
  storeCreditBack: decimalString,
  referralBonusBack: decimalString,
});
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;

/** PUT /api/account/receipt-mail: where receipts are mailed to, and in which language; an empty address takes it out. */
export const receiptMailRequest = z.strictObject({
  email: z.union([z.literal(''), emailAddress]),
  language: mailLanguage,
});
export type ReceiptMailRequest = z.infer<typeof receiptMailRequest>;

/** GET /api/account/receipt-mail */
export const receiptMailAnswer = z.object({
  /** Whether this shop mails receipts. */
  isOffered: z.boolean(),
  email: z.string().nullable(),
  language: mailLanguage.nullable(),
});
export type ReceiptMailAnswer = z.infer<typeof receiptMailAnswer>;
