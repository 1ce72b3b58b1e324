import { z } from 'zod';
import { MAX_MILLIONS, MAX_PIECES } from '../entities/shared-limits.js';
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
import { MAX_PIECE_TEXT } from '../pricing/product-names.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';
import { defineCall } from './call-definition.js';

/**
 * Whole millions of coins, as a number or as digits, since the browser stores the cart as text. At most a trillion
 * coins, so that the price in cents fits an integer column.
 */
const customAmount = z
  .union([
    z.number(),
    boundedString(9)
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(MAX_MILLIONS));

/** One line of a cart, as calls send it. */
export const cartItem = z.strictObject({
  id,
  quantity: z.number().int().min(1).max(MAX_PIECES),
  customAmount: customAmount.optional(),
  /** Description of the piece that the buyer saw, made by `describePiece`; without it, the buyer accepts any piece. */
  shown: line(MAX_PIECE_TEXT).optional(),
});
export type CartItem = z.infer<typeof cartItem>;

export const cartItems = z.array(cartItem).min(1, 'Add some items to your cart before checking out.').max(50);
const rewardCode = line(40);

export const quoteRequest = z.strictObject({
  items: cartItems,
  useStoreCredit: z.boolean().optional(),
  rewardCode: rewardCode.optional(),
  /**
   * Payment method whose limits the answer should contain too; without a method, only limits that apply to all methods.
   */
  method: paymentMethod.optional(),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/**
 * Body of every call that creates a checkout. `amount` only detects an outdated price; the server computes the price.
 */
export const placeCheckoutRequest = z.strictObject({
  amount: amountInput,
  /** Store credit and referral bonus that the buyer saw in the quote; without them, the buyer accepts any. */
  balanceUsed: amountInput.optional(),
  items: cartItems,
  inGameName: gameName,
  discordName,
  useStoreCredit: z.boolean().optional(),
  rewardCode: rewardCode.optional(),
  /** The buyer agrees to immediate delivery, and to losing the right to a refund after the delivery. */
  consent: z.boolean().optional(),
  /**
   * `ask` refuses goods that the buyer also paid for within the last hour, so that the page can ask for confirmation;
   * default: `allow`.
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
  /** Description of one piece, made by `describePiece`; absent in older quotes. */
  shown: z.string().optional(),
});

/** Reasons why a buyer may reserve less of a product than is in stock. */
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
 * Largest amount of a product that a buyer may reserve although more is in stock: pieces, or whole millions of coins.
 */
export const holdLimit = z.object({
  id,
  available: z.number().int().min(0),
  reason: holdLimitReason,
  /** Value of delivered orders from which an account no longer counts as new; the default is for older answers. */
  trustedFrom: decimalString.default('20.00'),
  /** Time at which the limit ends; absent if only a payment, a delivery or another payment method ends the limit. */
  until: instant.optional(),
});
export type HoldLimit = z.infer<typeof holdLimit>;

/** Goods that an open checkout reserves: pieces of a product, and the coins that they take from the pool. */
export const ownHold = z.object({ id, quantity: z.number().int(), coins: z.number().int() });
export type OwnHold = z.infer<typeof ownHold>;

/** All steps of the price, in the order in which they are computed. */
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
  /**
   * False when the total after discounts is below the bonus's minimum, or another account has used its referral bonus
   * for the same game name.
   */
  bonusUsable: z.boolean(),
  total: decimalString,
  /** Points that the order will earn once it is paid. */
  points: z.number().int(),
  /** Redeemed reward whose code is applied to the price. */
  reward: z.object({ id, key: rewardKey, name: z.string() }).optional(),
  /** Limits for this buyer on products in the cart; absent without any. */
  limits: z.array(holdLimit).optional(),
  /**
   * Goods that the buyer's open checkout reserves, and that a new checkout would release; absent without an open
   * checkout.
   */
  held: z.array(ownHold).optional(),
});
export type Quote = z.infer<typeof quote>;

/** Address of the payment page, and reference of the new checkout. */
export const placeCheckoutAnswer = z.object({ url: z.string(), checkout: z.string() });
export type PlaceCheckoutAnswer = z.infer<typeof placeCheckoutAnswer>;

/** A form that the browser sends to `action` with exactly these fields. */
export const placeCheckoutForm = z.object({
  action: z.string(),
  fields: z.record(z.string(), z.string()),
  checkout: z.string(),
});
/** A form to send, or an address to open: of PayPal's page, or of the confirmation page when nothing is to be paid. */
export const placeCheckoutFormAnswer = z.union([placeCheckoutForm, placeCheckoutAnswer]);
export type PlaceCheckoutFormAnswer = z.infer<typeof placeCheckoutFormAnswer>;

/** GET /api/checkouts/{ref}: state and receipt of a checkout, for its owner only. */
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
  /** Points that the purchase has earned; 0 until it is paid. */
  points: z.number().int(),
  /** Points of the purchase that cannot be spent until its orders are delivered. */
  pendingPoints: z.number().int().default(0),
  orders: z.array(id),
  /** Address at which an open checkout can be paid with another card or method after a decline. */
  retryUrl: z.string().optional(),
  /**
   * End of the time for which a checkout keeps its goods while its payment is being confirmed; null after the goods
   * were released, absent in other states.
   */
  heldUntil: z.iso.datetime().nullable().optional(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});
export type CheckoutAnswer = z.infer<typeof checkoutAnswer>;

/** Current version of the consent text, stored with each checkout. */
export const CONSENT_VERSION = '2026-11';

/**
 * Consent texts by version and language. A published text is never changed, because dispute packets show it to banks; a
 * new text needs a new version.
 */
export const CONSENT_TEXTS: Readonly<Record<string, { en: string; de: string }>> = {
  [CONSENT_VERSION]: {
    en: 'Deliver at once. I know that there is no refund once the goods are transferred.',
    de: 'Sofort liefern. Ich weiß, dass es nach der Übergabe keine Erstattung gibt.',
  },
};

/** Rate limit of calls that query the payment provider; pages make at most one such call every 1.5 s. */
const SYNCS_PER_ACCOUNT = { name: 'checkout-sync', points: 60, windowMs: 60_000 } as const;
const REWARD_ERRORS = [
  'REWARD_CODE_UNKNOWN',
  'REWARD_CODE_USED',
  'REWARD_CODE_EXPIRED',
  'REWARD_CODE_HELD',
  'REWARD_CODE_FROZEN',
] as const;

/** Error codes with which any provider's call for a new checkout may be refused. */
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

/** Largest body: enough for fifty lines, each with the description of its piece. */
const PLACEMENT_BOUNDS = { bodyLimit: 32 * 1024 } as const;

/** GET /api/payments/methods: the payment methods that work now. */
export const paymentMethodsAnswer = z.object({ methods: z.array(z.string()) });
export type PaymentMethodsAnswer = z.infer<typeof paymentMethodsAnswer>;

/** Calls that make up a purchase. */
export const checkoutCalls = {
  paymentMethods: defineCall({
    method: 'GET',
    path: '/api/payments/methods',
    access: 'public',
    summary: 'The ways to pay that work now.',
    answer: paymentMethodsAnswer,
  }),
  quote: defineCall({
    method: 'POST',
    path: '/api/checkout/quote',
    access: 'public',
    summary: 'Every step of the price; visitors get it without discounts.',
    body: quoteRequest,
    answer: quote,
    errors: ['UNAUTHENTICATED', 'PRODUCT_NOT_FOUND', ...REWARD_ERRORS],
    // The limit is generous, since every change of a cart makes a call, and many buyers may share an address.
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
    // The limit is large, since a webhook message contains a whole payment session with its lines.
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
    // Calls are limited, since the shop asks PayPal to verify each webhook message.
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
    // Calls are limited, since the shop asks PayPal to verify each notification.
    bounds: {
      bodyLimit: 64 * 1024,
      perAddress: { name: 'paypal-notification', points: 300, windowMs: 60_000 },
    },
  }),
} as const;
