import { z } from 'zod';
import { ref, formatCentsAsDecimal, type Cents } from '@pax/contracts';
import { parseCents } from '../paypal-notification.js';
import { sessionInState } from '../paypal-session-id.js';
import type { PaymentSession, ProviderPayment, PaymentRequest } from '../../payment-provider.js';
import type { Settings } from '../../../../settings.js';
import { truncateText, describePayment } from '../../describe-lines.js';

/** Name under which payments and messages of PayPal's Orders API are stored. */
export const PAYPAL_ORDERS = 'paypal-orders';

/** Schema of PayPal's id of an order, a capture or a refund. */
export const paypalIdSchema = z.string().regex(/^[\w-]{1,60}$/);

/** Schema of a PayPal amount, parsed to cents and a lower-case currency. */
export const moneySchema = z
  .object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string() })
  .transform(({ currency_code: code, value }, context) => {
    const amountCents = parseCents(value);
    if (amountCents !== undefined) return { amountCents, currency: code.toLowerCase() };
    context.addIssue('is no amount that the shop can read');
    return z.NEVER;
  });

/** Schema of a time in PayPal's answers. */
export const timeSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const captureSchema = z.object({
  id: paypalIdSchema,
  status: z.string(),
  amount: moneySchema,
  create_time: timeSchema.optional(),
});
export type Capture = z.output<typeof captureSchema>;

export const refundSchema = z.object({
  id: paypalIdSchema,
  status: z.string(),
  custom_id: z.string().optional(),
  amount: moneySchema.optional(),
  create_time: timeSchema.optional(),
});
export type Refund = z.output<typeof refundSchema>;

/** Schema of a PayPal order; orders of the shop have one purchase unit. */
export const orderSchema = z.object({
  id: paypalIdSchema,
  status: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: moneySchema.optional(),
        payments: z
          .object({
            captures: z.array(captureSchema).default([]),
            refunds: z.array(refundSchema).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});
export type Order = z.output<typeof orderSchema>;

/** Statuses of a capture whose money was received, even if it was refunded since. */
export const CAPTURED_STATUSES: ReadonlySet<string> = new Set([
  'COMPLETED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
]);

/** Statuses of a refund that is made or on its way. */
export const REFUNDED_STATUSES: ReadonlySet<string> = new Set(['COMPLETED', 'PENDING']);

export const toProviderPayment = ({ id, amount }: Pick<Capture, 'id' | 'amount'>): ProviderPayment => ({
  provider: PAYPAL_ORDERS,
  providerRef: id,
  ...amount,
});

/**
 * Derives the state of a payment session from the captures of its PayPal order; undefined while nothing was
 * captured.
 */
export function sessionAfterCapture(
  id: string,
  { status, purchase_units: units }: Order,
): PaymentSession | undefined {
  const captures = units.flatMap(({ payments }) => payments?.captures ?? []);
  const taken = captures.find((one) => CAPTURED_STATUSES.has(one.status));
  if (taken) return { id, url: null, state: 'paid', payment: toProviderPayment(taken) };
  if (captures.some((one) => one.status === 'PENDING')) return sessionInState('confirming', id);
  if (captures.length > 0) return sessionInState('failed', id);
  // Counts a completed order as confirming, because it has a capture even if this answer does not include it.
  return status === 'COMPLETED' ? sessionInState('confirming', id) : undefined;
}

/**
 * Builds the id of a payment session from the checkout's reference and PayPal's order id. The reference is included
 * because PayPal forgets orders after a while.
 */
export const orderSessionId = (checkout: string, orderId: string): string => `${checkout}/${orderId}`;

const sessionId = z.tuple([ref, paypalIdSchema]);

/** Splits a session id into its parts; undefined for the id of another PayPal product. */
export function parseSessionId(id: string): { ref: string; orderId: string } | undefined {
  const { data } = sessionId.safeParse(id.split('/'));
  return data && { ref: data[0], orderId: data[1] };
}

/** Longest description of a PayPal order, and longest name of an item, characters. */
const MAX_TEXT = 127;
export const CURRENCY = 'USD';

/**
 * Builds the request for a PayPal order: one purchase unit with the charged total, and the lines that lead to it.
 */
export function buildOrderRequest(
  checkoutRef: string,
  request: PaymentRequest,
  { publicUrl }: Settings,
): string {
  return JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: checkoutRef,
        // Invoice id, for which PayPal takes only one payment.
        invoice_id: checkoutRef,
        description: describePayment(checkoutRef, request.lines, MAX_TEXT),
        ...amountAndItems(request),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          return_url: `${publicUrl}/payment-success?checkout=${checkoutRef}`,
          cancel_url: `${publicUrl}/payment-cancelled?checkout=${checkoutRef}`,
        },
      },
    },
  });
}

/**
 * Builds amount and items. PayPal's discount is the sum of all deductions from the lines: discounts, store credit
 * and bonus.
 */
function amountAndItems({ lines, totalCents }: PaymentRequest) {
  const amount = toPaypalMoney(totalCents);
  // Sends no items for requests stored before lines had shares, so that a repeat under the same id is unchanged.
  if (lines.some(({ cashCents }) => cashCents === undefined)) return { amount };
  const itemCents = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  const breakdown = {
    item_total: toPaypalMoney(itemCents),
    ...(itemCents > totalCents && { discount: toPaypalMoney(itemCents - totalCents) }),
  };
  const items = lines.map(({ name, quantity, unitCents }) => ({
    name: truncateText(name, MAX_TEXT),
    quantity: String(quantity),
    unit_amount: toPaypalMoney(unitCents),
    category: 'DIGITAL_GOODS',
  }));
  return { amount: { ...amount, breakdown }, items };
}

const toPaypalMoney = (cents: Cents) => ({ currency_code: CURRENCY, value: formatCentsAsDecimal(cents) });
