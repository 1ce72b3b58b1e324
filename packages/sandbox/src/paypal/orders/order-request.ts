import { z } from 'zod';

const text = z.string().min(1).max(127);
const address = z.url({ protocol: /^https?$/ }).max(2048);

/** An amount of money; a missing or third decimal is refused, as the service does. */
const money = z.strictObject({
  currency_code: z.enum(['USD', 'EUR', 'GBP']),
  value: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/, 'is no amount such as 19.99')
    .refine((value) => Number(value) > 0, 'is nothing to pay'),
});

/** What the shop asks for. Stricter than the service, which ignores fields that it does not know. */
export const orderRequest = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.strictObject({
      custom_id: text,
      invoice_id: text,
      description: text,
      amount: money,
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

/** What a refund asks for. */
export const refundRequest = z.strictObject({
  amount: money,
  // As its answers are described: others come back changed, or not at all.
  custom_id: text.regex(/^[\w.,-]*$/).optional(),
  note_to_payer: z.string().max(255).optional(),
});
export type RefundRequest = z.output<typeof refundRequest>;

/** A capture takes no parameters. */
export const captureRequest = z.strictObject({});

export const centsOf = (value: string): number => Math.round(Number(value) * 100);
export const valueOf = (cents: number): string => (cents / 100).toFixed(2);
