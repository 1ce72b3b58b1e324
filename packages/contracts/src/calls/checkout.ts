import { z } from 'zod';
import { MAX_MILLIONS, MAX_PIECES } from '../entities/bounds.js';
import {
  amountInput,
  boundedString,
  discordName,
  decimalString,
  gameName,
  id,
  instant,
  line,
  ref,
} from '../entities/fields.js';
import { rewardKey } from '../entities/reward.js';
import { MAX_PIECE_TEXT } from '../pricing/describe-piece.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';
import { defineCall } from './call.js';

/**
 * Whole millions of coins, as a number or as digits, since the cart stores text. At most a trillion coins: more than any
 * pool holds, and a price that fits an integer column of cents.
 */
const customAmount = z
  .union([
    z.number(),
    boundedString(9)
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(MAX_MILLIONS));

/** One line of a cart on the wire. */
export const cartItem = z.strictObject({
  id,
  quantity: z.number().int().min(1).max(MAX_PIECES),
  customAmount: customAmount.optional(),
  /** The piece that the buyer saw, by `describePiece`; without it, the buyer accepts any. */
  shown: line(MAX_PIECE_TEXT).optional(),
});
export type CartItem = z.infer<typeof cartItem>;

export const cartItems = z.array(cartItem).min(1, 'Add some items to your cart before checking out.').max(50);
const rewardCode = line(40);

export const quoteRequest = z.strictObject({
  items: cartItems,
  useStoreCredit: z.boolean().optional(),
  rewardCode: rewardCode.optional(),
  /** Adds the limits of this method; without it, the answer contains only limits of all methods. */
  method: paymentMethod.optional(),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** The body of every create call. `amount` only detects a stale price; the server computes the price. */
export const placeCheckoutRequest = z.strictObject({
  amount: amountInput,
  /** Store credit and referral bonus of the quote that the buyer saw; without it, the buyer accepts any. */
  balanceUsed: amountInput.optional(),
  items: cartItems,
  inGameName: gameName,
  discordName,
  useStoreCredit: z.boolean().optional(),
  rewardCode: rewardCode.optional(),
  /** Consent to immediate delivery, and to no refund after the transfer. */
  consent: z.boolean().optional(),
  /**
   * `ask` refuses goods that the buyer paid within the last hour, so that the page asks for confirmation; default:
   * `allow`.
   */
  repeat: z.enum(['ask', 'allow']).optional(),
});
export type PlaceCheckoutRequest = z.infer<typeof placeCheckoutRequest>;

export const quoteLine = z.object({
  id,
  name: z.string(),
  quantity: z.number().int(),
  customAmount: z.number().int().optional(),
  unitPrice: decimalString,
  linePrice: decimalString,
  discount: decimalString,
  /** One piece by `describePiece`; absent in older quotes. */
  shown: z.string().optional(),
});

/** Reasons why a buyer may reserve less of a product than there is. */
export const HOLD_LIMIT_REASONS = [
  'new_account',
  'address',
  'account',
  'address_all',
  'unpaid',
  'unconfirmed',
  'unconfirmed_all',
  'lapsed',
] as const;
export const holdLimitReason = z.enum(HOLD_LIMIT_REASONS);
export type HoldLimitReason = z.infer<typeof holdLimitReason>;

/**
 * The largest amount of a product that a buyer may reserve although more is in stock: pieces, or whole millions of
 * coins.
 */
export const holdLimit = z.object({
  id,
  available: z.number().int().min(0),
  reason: holdLimitReason,
  /** Sum of delivered orders from which an account is no longer new; the default applies to older answers. */
  trustedFrom: decimalString.default('20.00'),
  /** Time at which the limit ends by itself; absent if it ends by payment, delivery or another method. */
  until: instant.optional(),
});
export type HoldLimit = z.infer<typeof holdLimit>;

/** An open checkout's reservation of a product: pieces, and the coins that they take from the pool. */
export const ownHold = z.object({ id, quantity: z.number().int(), coins: z.number().int() });
export type OwnHold = z.infer<typeof ownHold>;

/** Every step of the price, in the order it is computed. */
export const quote = z.object({
  lines: z.array(quoteLine),
  subtotal: decimalString,
  discounts: z.object({
    referral: decimalString,
    tier: decimalString,
    tierPercent: z.number().int(),
    reward: decimalString,
  }),
  discountedTotal: decimalString,
  storeCreditUsed: decimalString,
  referralBonusUsed: decimalString,
  /** False below the minimum, and where another account used its bonus for the game name. */
  bonusUsable: z.boolean(),
  total: decimalString,
  /** Points the order will earn once it is paid. */
  points: z.number().int(),
  /** The reward whose code is applied. */
  reward: z.object({ id, key: rewardKey, name: z.string() }).optional(),
  /** Limits on products of the cart for this buyer; absent without any. */
  limits: z.array(holdLimit).optional(),
  /** Reservations of the buyer's open checkout, which placing the next one ends; absent without one. */
  held: z.array(ownHold).optional(),
});
export type Quote = z.infer<typeof quote>;

/** The address of the payment page, and the reference of the placed checkout. */
export const placeCheckoutAnswer = z.object({ url: z.string(), checkout: z.string() });
export type PlaceCheckoutAnswer = z.infer<typeof placeCheckoutAnswer>;

/** A form that the browser posts to `action` with exactly these fields. */
export const placeCheckoutForm = z.object({
  action: z.string(),
  fields: z.record(z.string(), z.string()),
  checkout: z.string(),
});
/** A form, or an address: PayPal's, or the confirmation page of a purchase with nothing to pay. */
export const placeCheckoutFormAnswer = z.union([placeCheckoutForm, placeCheckoutAnswer]);
export type PlaceCheckoutFormAnswer = z.infer<typeof placeCheckoutFormAnswer>;

/** GET /api/checkouts/{ref}: the receipt, for its owner only. */
export const checkoutAnswer = z.object({
  checkout: z.string(),
  state: checkoutState,
  method: paymentMethod,
  total: decimalString,
  refundedCents: z.number().int(),
  inGameName: z.string(),
  discordName: z.string(),
  lines: z.array(quoteLine),
  quote,
  /** Points earned by the purchase; 0 until it is paid. */
  points: z.number().int(),
  /** Points that cannot be spent until the orders are delivered. */
  pendingPoints: z.number().int().default(0),
  orders: z.array(id),
  /** Address at which to pay an open checkout with another instrument after a decline. */
  retryUrl: z.string().optional(),
  /** End of a confirming checkout's hold on its goods; null after their release, absent in other states. */
  heldUntil: z.iso.datetime().nullable().optional(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});
export type CheckoutAnswer = z.infer<typeof checkoutAnswer>;

/** Current version of the consent text, stored with each checkout. */
export const CONSENT_VERSION = '2026-11';

/**
 * The consent texts by version and language. A published text is never edited, since banks read it in dispute packets: a
 * new text needs a new version.
 */
export const CONSENT_TEXTS: Readonly<Record<string, { en: string; de: string }>> = {
  [CONSENT_VERSION]: {
    en: 'Deliver at once. I know that there is no refund once the goods are transferred.',
    de: 'Sofort liefern. Ich weiß, dass es nach der Übergabe keine Erstattung gibt.',
  },
};

/** Limit of calls that query the provider; pages make at most one every 1.5 s. */
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

/** Limits of the body: enough for fifty lines, each with the text of its piece. */
const PLACEMENT_BOUNDS = { bodyLimit: 32 * 1024 } as const;

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
    // Generous, since every change of a cart makes a call, and many buyers may share an address.
    bounds: { perAddress: { name: 'quote-address', points: 600, windowMs: 60_000 } },
  }),
  payByCard: defineCall({
    method: 'POST',
    path: '/api/payments/stripe/create-checkout-session',
    access: 'session',
    summary: 'Places the order: holds the goods and answers the page on which to pay.',
    body: placeCheckoutRequest,
    status: 201,
    answer: placeCheckoutAnswer,
    errors: PLACEMENT_ERRORS,
    bounds: PLACEMENT_BOUNDS,
  }),
  payByWallet: defineCall({
    method: 'POST',
    path: '/api/payments/paypal/create',
    access: 'session',
    summary: 'Places the order as by card, and answers the form or the address that leads to PayPal.',
    body: placeCheckoutRequest,
    status: 201,
    answer: placeCheckoutFormAnswer,
    errors: PLACEMENT_ERRORS,
    bounds: PLACEMENT_BOUNDS,
  }),
  payByCrypto: defineCall({
    method: 'POST',
    path: '/api/payments/crypto/create',
    access: 'session',
    summary: "Orders at once, unconfirmed, and answers the partner's page; staff confirm the payment.",
    body: placeCheckoutRequest,
    status: 201,
    answer: placeCheckoutAnswer,
    errors: PLACEMENT_ERRORS,
    bounds: PLACEMENT_BOUNDS,
  }),
  checkout: defineCall({
    method: 'GET',
    path: '/api/checkouts/:ref',
    params: { ref: ref },
    access: 'session',
    summary: 'The receipt, for its owner only.',
    answer: checkoutAnswer,
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
    // Large, since a message contains a whole session with its lines.
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
    // Limited, since the shop calls PayPal to verify each message.
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
    // Limited, since the shop calls PayPal to verify each notification.
    bounds: {
      bodyLimit: 64 * 1024,
      perAddress: { name: 'paypal-notification', points: 300, windowMs: 60_000 },
    },
  }),
} as const;
