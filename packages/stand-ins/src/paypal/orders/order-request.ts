import { z } from 'zod';

const shortText = z.string().min(1).max(127);
const address = z.url({ protocol: /^https?$/ }).max(2048);

/** An amount with exactly two decimals, as PayPal requires. */
const money = z.strictObject({
  currency_code: z.enum(['USD', 'EUR', 'GBP']),
  value: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/, 'is no amount such as 19.99')
    .refine((value) => Number(value) > 0, 'is nothing to pay'),
});

/** An amount that may be zero. */
const moneyOrZero = z.strictObject({
  currency_code: z.literal('USD'),
  value: z.string().regex(/^\d{1,7}\.\d{2}$/),
});

/** The shop's request for an order; stricter than the real PayPal, which ignores unknown fields. */
export const orderRequest = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.strictObject({
      custom_id: shortText,
      invoice_id: shortText,
      description: shortText,
      amount: money.extend({
        breakdown: z.strictObject({ item_total: moneyOrZero, discount: moneyOrZero.optional() }).optional(),
      }),
      items: z
        .array(
          z.strictObject({
            name: shortText,
            quantity: z.string().regex(/^[1-9]\d{0,9}$/),
            unit_amount: moneyOrZero,
            category: z.literal('DIGITAL_GOODS').optional(),
          }),
        )
        .min(1)
        .optional(),
    }),
  ]),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      experience_context: z.strictObject({
        user_action: z.literal('PAY_NOW'),
        shipping_preference: z.literal('NO_SHIPPING'),
        return_url: address,
        cancel_url: address,
      }),
    }),
  }),
});
export type OrderRequest = z.output<typeof orderRequest>;

/** The shop's request for a refund. */
export const refundRequest = z.strictObject({
  amount: money,
  // Characters that descriptions in answers keep; PayPal changes or drops all others.
  custom_id: shortText.regex(/^[\w.,-]*$/).optional(),
  note_to_payer: z.string().max(255).optional(),
});
export type RefundRequest = z.output<typeof refundRequest>;

/** A capture accepts no parameters. */
export const captureRequest = z.strictObject({});

export const parseCents = (value: string): number => Math.round(Number(value) * 100);
export const formatCents = (cents: number): string => (cents / 100).toFixed(2);

/** PayPal's error code when the amounts of an order do not add up; undefined when they do. */
export function findAmountMismatch({
  purchase_units: [{ amount, items }],
}: OrderRequest): string | undefined {
  const { breakdown } = amount;
  if (items && !breakdown) return 'ITEM_TOTAL_REQUIRED';
  const each =
    items?.map(({ quantity, unit_amount: { value } }) => Number(quantity) * parseCents(value)) ?? [];
  const itemCents = breakdown && parseCents(breakdown.item_total.value);
  if (items && itemCents !== each.reduce((sum, cents) => sum + cents, 0)) return 'ITEM_TOTAL_MISMATCH';
  const offCents = breakdown?.discount ? parseCents(breakdown.discount.value) : 0;
  return itemCents !== undefined && itemCents - offCents !== parseCents(amount.value)
    ? 'AMOUNT_MISMATCH'
    : undefined;
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
};

/** A refusal of PayPal's API, in its form of errors. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly issue: string,
    text = issue,
    /** Address of the buyer's page, for a refusal after which the buyer must choose again. */
    readonly page?: string,
  ) {
    super(text);
  }

  toBody(): object {
    return errorBody(this.status, this.issue, this.message, this.page);
  }
}

/** A refusal of authentication, which PayPal answers in the form of OAuth. */
export class TokenError extends ApiError {
  override toBody(): object {
    return { error: this.issue, error_description: this.message };
  }
}

/** Body of a refused call. */
export function errorBody(status: number, issue: string, text: string, page?: string): object {
  const name = NAMES[status] ?? 'INTERNAL_SERVER_ERROR';
  const links = [
    {
      href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue}`,
      rel: 'information_link',
    },
    ...(page === undefined ? [] : [{ href: page, rel: 'redirect' }]),
  ].map((link) => ({ ...link, method: 'GET' }));
  return { name, message: text, debug_id: 'sandbox', details: [{ issue, description: text }], links };
}
