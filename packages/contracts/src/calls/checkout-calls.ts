import { z } from 'zod';
import { ref } from '../entities/fields.js';
import {
  checkoutAnswer,
  placeCheckoutRequest,
  placedAnswer,
  placedFormAnswer,
  quote,
  quoteRequest,
} from '../http/checkout.js';
import { adminHold, adminHoldsAnswer } from '../http/holds.js';
import { listQuery } from '../http/lists.js';
import { receiptAnswer } from '../http/receipt.js';
import { defineCall } from './call.js';

/** Limit of calls that query the provider; pages make one at most every 1.5 s. */
const SYNCS_PER_ACCOUNT = { name: 'checkout-sync', points: 60, windowMs: 60_000 } as const;
const REWARD_ERRORS = [
  'REWARD_CODE_UNKNOWN',
  'REWARD_CODE_USED',
  'REWARD_CODE_EXPIRED',
  'REWARD_CODE_HELD',
  'REWARD_CODE_FROZEN',
] as const;

/** Codes with which the placing of a checkout may be refused, by any provider. */
const PLACEMENT_ERRORS = [
  'CONSENT_REQUIRED',
  'PRODUCT_NOT_FOUND',
  'SOLD_OUT',
  'PRICE_CHANGED',
  'AMOUNT_TOO_SMALL',
  'ALREADY_PAID',
  'PAID_RECENTLY',
  'CHECKOUT_OPEN',
  'HOLD_LIMIT',
  'INSUFFICIENT_BALANCE',
  'METHOD_DISABLED',
  'CONFLICT',
  'RATE_LIMITED',
  'PAYMENT_PROVIDER_UNAVAILABLE',
  ...REWARD_ERRORS,
] as const;

/** Calls of a purchase. */
export const checkoutCalls = {
  quote: defineCall({
    method: 'POST',
    path: '/api/checkout/quote',
    access: 'public',
    summary: 'Every step of the price; visitors get it without discounts.',
    body: quoteRequest,
    answer: quote,
    errors: ['UNAUTHENTICATED', 'PRODUCT_NOT_FOUND', ...REWARD_ERRORS],
    // Generous, since every change of a cart makes a call, and an internet café has many carts at one address.
    bounds: { perAddress: { name: 'quote-address', points: 600, windowMs: 60_000 } },
  }),
  payByCard: defineCall({
    method: 'POST',
    path: '/api/payments/stripe/create-checkout-session',
    access: 'session',
    summary: 'Places the order: holds the goods and answers the page on which to pay.',
    body: placeCheckoutRequest,
    status: 201,
    answer: placedAnswer,
    errors: PLACEMENT_ERRORS,
  }),
  payByWallet: defineCall({
    method: 'POST',
    path: '/api/payments/paypal/create',
    access: 'session',
    summary: 'Places the order as by card, and answers the form or the address that leads to PayPal.',
    body: placeCheckoutRequest,
    status: 201,
    answer: placedFormAnswer,
    errors: PLACEMENT_ERRORS,
  }),
  payByCrypto: defineCall({
    method: 'POST',
    path: '/api/payments/crypto/create',
    access: 'session',
    summary: "Orders at once, unconfirmed, and answers the partner's page; staff confirm the payment.",
    body: placeCheckoutRequest,
    status: 201,
    answer: placedAnswer,
    errors: PLACEMENT_ERRORS,
  }),
  checkout: defineCall({
    method: 'GET',
    path: '/api/checkouts/:ref',
    params: { ref: ref },
    access: 'session',
    summary: 'The receipt, for its owner only.',
    answer: checkoutAnswer,
  }),
  receipt: defineCall({
    method: 'GET',
    path: '/api/checkouts/:ref/receipt',
    params: { ref: ref },
    access: 'restricted',
    summary: 'A paid purchase to keep and to print, for its owner only.',
    answer: receiptAnswer,
  }),
  refreshCheckout: defineCall({
    method: 'POST',
    path: '/api/checkouts/:ref/refresh',
    params: { ref: ref },
    access: 'session',
    summary: 'Asks the provider, settles what was paid, and answers the receipt.',
    answer: checkoutAnswer,
    errors: ['PAYMENT_PROVIDER_UNAVAILABLE', 'METHOD_DISABLED'],
    bounds: { perAccount: SYNCS_PER_ACCOUNT },
  }),
  cancelCheckout: defineCall({
    method: 'POST',
    path: '/api/checkouts/:ref/cancel',
    params: { ref: ref },
    access: 'session',
    summary: 'Ends an unpaid checkout and frees its goods; answers the receipt.',
    answer: checkoutAnswer,
    errors: ['ILLEGAL_MOVE', 'PAYMENT_PROVIDER_UNAVAILABLE', 'METHOD_DISABLED'],
    bounds: { perAccount: SYNCS_PER_ACCOUNT },
  }),
  withdrawCheckout: defineCall({
    method: 'POST',
    path: '/api/checkouts/:ref/withdraw',
    params: { ref: ref },
    access: 'session',
    summary: 'Cancels every order of an own purchase while none is taken; answers the receipt.',
    answer: checkoutAnswer,
    errors: ['ILLEGAL_MOVE', 'WITHDRAWN', 'WITHDRAWAL_LIMIT'],
  }),
  stripeWebhook: defineCall({
    method: 'POST',
    path: '/api/payments/stripe/webhook',
    access: 'provider',
    summary: 'A signed message of Stripe; stored before it is answered.',
    answer: z.object({ received: z.literal(true) }),
    errors: [
      'SIGNATURE_INVALID',
      'METHOD_DISABLED',
      'BODY_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'VALIDATION',
    ],
    // Large, since a message holds a whole session with its lines.
    bounds: { bodyLimit: 256 * 1024 },
  }),
  paypalWebhook: defineCall({
    method: 'POST',
    path: '/api/payments/paypal/webhook',
    access: 'provider',
    summary: 'A message of PayPal about an order, verified with PayPal and stored before it is answered.',
    answer: z.object({ received: z.literal(true) }),
    errors: [
      'SIGNATURE_INVALID',
      'METHOD_DISABLED',
      'BODY_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'VALIDATION',
    ],
    // Limited, since each message is sent back to PayPal for verification, as notifications are.
    bounds: {
      bodyLimit: 128 * 1024,
      perAddress: { name: 'paypal-webhook', points: 300, windowMs: 60_000 },
    },
  }),
  paypalNotification: defineCall({
    method: 'POST',
    path: '/api/paypal-ipn',
    access: 'provider',
    summary:
      'A notification of PayPal, verified with PayPal and stored before it is answered, with 200 and nothing else.',
    errors: ['METHOD_DISABLED', 'BODY_TOO_LARGE', 'VALIDATION', 'UNSUPPORTED_MEDIA_TYPE'],
    // Limited, since each is sent back to PayPal for verification: a flood would become a flood of the shop's own calls.
    bounds: {
      bodyLimit: 64 * 1024,
      perAddress: { name: 'paypal-notification', points: 300, windowMs: 60_000 },
    },
  }),
  holds: defineCall({
    method: 'GET',
    path: '/api/admin/holds',
    access: 'staff',
    right: 'orders',
    summary: 'One page of what unfinished checkouts set aside, newest first; `state` open or confirming.',
    query: listQuery,
    answer: adminHoldsAnswer,
  }),
  releaseHold: defineCall({
    method: 'POST',
    path: '/api/admin/holds/:ref/release',
    params: { ref },
    access: 'staff',
    right: 'move',
    summary:
      'Ends a checkout at its provider, or lets its goods go while a payment of it is being confirmed.',
    answer: adminHold,
    errors: ['ILLEGAL_MOVE', 'OWN_ORDER', 'PAYMENT_PROVIDER_UNAVAILABLE'],
  }),
} as const;
