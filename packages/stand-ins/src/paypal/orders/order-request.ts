import { z } from 'zod';

const text = z.string().min(1).max(127);
const address = z.url({ protocol: /^https?$/ }).max(2048);

/** An amount with exactly two decimals, as the service requires. */
const money = z.strictObject({
  currency_code: z.enum(['USD', 'EUR', 'GBP']),
  value: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/, 'is no amount such as 19.99')
    .refine((value) => Number(value) > 0, 'is nothing to pay'),
});

/** An amount that may be zero. */
const someMoney = z.strictObject({
  currency_code: z.literal('USD'),
  value: z.string().regex(/^\d{1,7}\.\d{2}$/),
});

/** The shop's request for an order. Stricter than the service, which ignores unknown fields. */
export const orderRequest = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.strictObject({
      custom_id: text,
      invoice_id: text,
      description: text,
      amount: money.extend({
        breakdown: z.strictObject({ item_total: someMoney, discount: someMoney.optional() }).optional(),
      }),
      items: z
        .array(
          z.strictObject({
            name: text,
            quantity: z.string().regex(/^[1-9]\d{0,9}$/),
            unit_amount: someMoney,
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

/** The request for a refund. */
export const refundRequest = z.strictObject({
  amount: money,
  // The characters in the description of answers; the service changes or drops others.
  custom_id: text.regex(/^[\w.,-]*$/).optional(),
  note_to_payer: z.string().max(255).optional(),
});
export type RefundRequest = z.output<typeof refundRequest>;

/** A capture takes no parameters. */
export const captureRequest = z.strictObject({});

export const centsOf = (value: string): number => Math.round(Number(value) * 100);
export const valueOf = (cents: number): string => (cents / 100).toFixed(2);

/** The service's error code when the amounts of an order do not add up; undefined when they do. */
export function mismatchOf({ purchase_units: [{ amount, items }] }: OrderRequest): string | undefined {
  const { breakdown } = amount;
  if (items && !breakdown) return 'ITEM_TOTAL_REQUIRED';
  const each = items?.map(({ quantity, unit_amount: { value } }) => Number(quantity) * centsOf(value)) ?? [];
  const itemCents = breakdown && centsOf(breakdown.item_total.value);
  if (items && itemCents !== each.reduce((sum, cents) => sum + cents, 0)) return 'ITEM_TOTAL_MISMATCH';
  const offCents = breakdown?.discount ? centsOf(breakdown.discount.value) : 0;
  return itemCents !== undefined && itemCents - offCents !== centsOf(amount.value)
    ? 'AMOUNT_MISMATCH'
    : undefined;
}
