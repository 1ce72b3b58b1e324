import { z } from 'zod';
import { MOST_MILLIONS, MOST_PIECES } from '../entities/bounds.js';
import {
  amountInput,
  chatName,
  decimalString,
  gameName,
  id,
  boundedString,
  instant,
  line,
} from '../entities/fields.js';
import { rewardKey } from '../entities/reward.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';

/**
 * Whole millions; the cart keeps it as text, so digits as text are accepted. Up to a trillion coins: more than any
 * pool holds, and within what an integer column of cents takes.
 */
const customAmount = z
  .union([
    z.number(),
    boundedString(9)
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(MOST_MILLIONS));

/** One line of a cart on the wire. */
export const cartItem = z.strictObject({
  id,
  quantity: z.number().int().min(1).max(MOST_PIECES),
  customAmount: customAmount.optional(),
});
export type CartItem = z.infer<typeof cartItem>;

export const cartItems = z.array(cartItem).min(1, 'Add some items to your cart before checking out.').max(50);
const rewardCode = line(40);

export const quoteRequest = z.strictObject({
  items: cartItems,
  useStoreCredit: z.boolean().optional(),
  rewardCode: rewardCode.optional(),
  /** Says the limits of this method, too; without it those that all methods share. */
  method: paymentMethod.optional(),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** The body of every create call. `amount` only detects a stale price; the server alone prices. */
export const placeCheckoutRequest = z.strictObject({
  amount: amountInput,
  /** Store credit and referral bonus of the quote that the buyer saw; without it the buyer agrees to any. */
  balanceUsed: amountInput.optional(),
  items: cartItems,
  inGameName: gameName,
  discordName: chatName,
  useStoreCredit: z.boolean().optional(),
  rewardCode: rewardCode.optional(),
  /** Agreement to delivery at once and no refund once transferred. */
  consent: z.boolean().optional(),
  /** `ask` refuses what the buyer paid within the hour, so that a person is asked first; `allow`, the default, does not. */
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
});

/** Why a buyer may set aside less of a product than there is. */
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

/** What a buyer may set aside of a product while there is more of it: pieces, or whole millions of custom coins. */
export const holdLimit = z.object({
  id,
  available: z.number().int().min(0),
  reason: holdLimitReason,
  /** What delivered orders come to when an account is no longer new; the default is what older answers meant. */
  trustedFrom: decimalString.default('20.00'),
  /** When the limit ends by itself; absent for those that end by paying, by a delivery or by another method. */
  until: instant.optional(),
});
export type HoldLimit = z.infer<typeof holdLimit>;

/** What an open checkout sets aside of a product: pieces, and the coins that they take of the pool. */
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
  bonusUsable: z.boolean(),
  total: decimalString,
  /** Points the order will earn once it is paid. */
  points: z.number().int(),
  /** The reward whose code is applied. */
  reward: z.object({ id, key: rewardKey, name: z.string() }).optional(),
  /** Products of the cart of which this buyer may have less than there is; absent where none is limited. */
  limits: z.array(holdLimit).optional(),
  /** What the buyer's own open checkout sets aside, which placing the next one ends first; absent without one. */
  held: z.array(ownHold).optional(),
});
export type Quote = z.infer<typeof quote>;

export const placedAnswer = z.object({ url: z.string(), checkout: z.string() });
export type PlacedAnswer = z.infer<typeof placedAnswer>;

/** A form that the browser posts to `action` with exactly these fields. */
export const placedForm = z.object({
  action: z.string(),
  fields: z.record(z.string(), z.string()),
  checkout: z.string(),
});
/** An address where PayPal is reached by one; where nothing is to be paid, the page that says so. */
export const placedFormAnswer = z.union([placedForm, placedAnswer]);
export type PlacedFormAnswer = z.infer<typeof placedFormAnswer>;

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
  /** Points that it earned; 0 until it is paid. */
  points: z.number().int(),
  /** Points that come with the delivery of the orders: not to spend yet. */
  pendingPoints: z.number().int().default(0),
  orders: z.array(id),
  /** Where an open one is paid by another instrument, after one was declined. */
  retryUrl: z.string().optional(),
  /** Until when a confirming one keeps its goods; null once they were let go, absent in other states. */
  heldUntil: z.iso.datetime().nullable().optional(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});
export type CheckoutAnswer = z.infer<typeof checkoutAnswer>;

/** Version of the consent text that is stored with a checkout. */
export const CONSENT_VERSION = '2026-11';

/**
 * What buyers agreed to, by version, in each language of the shop. A text that was shown is never edited: banks read it
 * in dispute packets, so another text is another version.
 */
export const CONSENT_TEXTS: Readonly<Record<string, { en: string; de: string }>> = {
  [CONSENT_VERSION]: {
    en: 'Deliver at once. I know that there is no refund once the goods are transferred.',
    de: 'Sofort liefern. Ich weiß, dass es nach der Übergabe keine Erstattung gibt.',
  },
};
