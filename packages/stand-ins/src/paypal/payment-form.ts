import { z } from 'zod';

const amount = z.string().regex(/^\d{1,6}\.\d{2}$/, 'is no amount such as 19.99');
const name = z.string().min(1).max(127);
const address = z.url({ protocol: /^https?$/ }).max(1024);

/**
 * PayPal's form for a single item, `cmd=_xclick`; stricter than the real PayPal, which ignores unknown fields, so that
 * a misspelt name is refused.
 */
const schema = z.strictObject({
  cmd: z.literal('_xclick'),
  business: z.string(),
  item_name: name,
  item_number: name,
  invoice: name,
  amount: amount.refine((text) => Number(text) > 0, 'is nothing to pay'),
  currency_code: z.enum(['USD', 'EUR', 'GBP']),
  tax: amount.or(z.literal('0')).optional(),
  shipping: amount.or(z.literal('0')).optional(),
  no_shipping: z.enum(['0', '1', '2']).optional(),
  no_note: z.enum(['0', '1']).optional(),
  custom: z.string().max(256).optional(),
  charset: z.enum(['utf-8', 'windows-1252']).optional(),
  return: address,
  cancel_return: address,
  notify_url: address,
});

/** A payment form that was accepted. */
export type PaymentForm = z.output<typeof schema>;

/** Result of reading a payment form: the form, or what is wrong with it. */
export type ReadForm = { readonly form: PaymentForm } | { readonly fault: string };

/** Reads a payment form that a browser sent. @param business the only account that exists */
export function readPaymentForm(fields: Readonly<Record<string, string>>, business: string): ReadForm {
  const { data, error } = schema.safeParse(fields);
  if (!data) return { fault: z.prettifyError(error) };
  return data.business === business ? { form: data } : { fault: `there is no account ${data.business}` };
}

/** Total that the buyer pays, cents. */
export function grossCents({
  amount: item,
  tax = '0',
  shipping = '0',
}: Pick<PaymentForm, 'amount' | 'tax' | 'shipping'>): number {
  return [item, tax, shipping].reduce((sum, text) => sum + Math.round(Number(text) * 100), 0);
}
