import { newId } from '../server/stand-in.js';
import { Parameters } from './parameters.js';
import { invalidRequest } from './stripe-errors.js';
import type { WireLineItem, WirePrice } from './stripe-state.js';

const MINUTE_S = 60;
const MIN_LIFE_S = 30 * MINUTE_S;
const MAX_LIFE_S = 24 * 60 * MINUTE_S;
const MIN_TOTAL_CENTS = 50;
const MAX_AMOUNT_CENTS = 99_999_999;
const MAX_LINE_ITEMS = 100;
const MAX_IMAGES = 8;

/** Languages of Stripe's payment page, as its documentation lists them. */
const LOCALES = (
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ' +
  'ro ru sk sl sv th tr vi zh zh-HK zh-TW'
).split(' ');

/** A checked request for a checkout session. Amounts are in cents. */
export interface SessionRequest {
  readonly lineItems: readonly WireLineItem[];
  readonly total: number;
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly expiresAt: number;
  readonly clientReferenceId: string | null;
  readonly customerEmail: string | null;
  readonly submitType: string | null;
  readonly locale: string | null;
  /** Text beside the pay button; null without one. */
  readonly submitMessage: string | null;
  readonly metadata: Record<string, string>;
  readonly paymentIntentData: { metadata: Record<string, string>; description: string | null };
}

/**
 * Checks `POST /v1/checkout/sessions` for one-time card payments in US dollars; `now` is in seconds. Refuses all other
 * parameters as unknown, so that the shop cannot rely on untested features.
 */
export function readSessionRequest(parameters: Parameters, now: number): SessionRequest {
  const mode = parameters.oneOf('mode', ['payment']);
  if (mode === undefined) throw parameters.createMissingError('mode');
  parameters.oneOf('ui_mode', ['hosted_page']);
  if (parameters.texts('payment_method_types').some((type) => type !== 'card')) {
    throw invalidRequest(
      'Only the payment method type card is activated.',
      'payment_method_unactivated',
      'payment_method_types',
    );
  }
  const lineItems = readLineItems(parameters, now);
  const successUrl = parameters.requiredUrl('success_url');
  const request = {
    lineItems,
    total: lineItems.reduce((sum, item) => sum + item.amount_total, 0),
    currency: 'usd',
    successUrl,
    cancelUrl: parameters.has('cancel_url') ? parameters.requiredUrl('cancel_url') : null,
    expiresAt: readExpiry(parameters, now),
    clientReferenceId: parameters.text('client_reference_id', { max: 200 }) ?? null,
    customerEmail: readEmail(parameters),
    submitType: parameters.oneOf('submit_type', ['auto', 'pay', 'book', 'donate']) ?? null,
    locale: parameters.oneOf('locale', LOCALES) ?? null,
    submitMessage: readSubmitMessage(parameters),
    metadata: parameters.metadata(),
    paymentIntentData: readPaymentIntentData(parameters),
  };
  parameters.refuseUnread();
  assertTotal(request.total);
  return request;
}

function readLineItems(parameters: Parameters, now: number): WireLineItem[] {
  const entries = parameters.objects('line_items');
  if (entries.length === 0) throw parameters.createMissingError('line_items');
  if (entries.length > MAX_LINE_ITEMS) {
    throw invalidRequest(`At most ${MAX_LINE_ITEMS} line items are allowed.`, undefined, 'line_items');
  }
  return entries.map((entry) => readLineItem(entry, now));
}

function readLineItem(entry: Parameters, now: number): WireLineItem {
  const quantity = entry.requiredInteger('quantity', { min: 1, max: 999_999 });
  const data = entry.requiredObject('price_data');
  const currency = data.requiredText('currency').toLowerCase();
  if (currency !== 'usd')
    throw invalidRequest(
      `Invalid currency: ${currency}. The account sells in usd.`,
      undefined,
      data.name('currency'),
    );
  const unitAmount = data.requiredInteger('unit_amount', { min: 0, max: MAX_AMOUNT_CENTS });
  const product = data.requiredObject('product_data');
  const name = product.requiredText('name', { max: 250 });
  product.text('description', { max: 500 });
  if (product.texts('images').length > MAX_IMAGES)
    throw invalidRequest(`At most ${MAX_IMAGES} images are allowed.`, undefined, product.name('images'));
  product.metadata();
  const amount = unitAmount * quantity;
  return {
    id: newId('li_1'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: name,
    metadata: entry.metadata(),
    price: priceObject(currency, unitAmount, now),
    quantity,
  };
}

function priceObject(currency: string, unitAmount: number, now: number): WirePrice {
  return {
    id: newId('price_1'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: now,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId('prod_', 14),
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

function readSubmitMessage(parameters: Parameters): string | null {
  const submit = parameters.object('custom_text')?.object('submit');
  return submit?.requiredText('message', { max: 1_200 }) ?? null;
}

function readPaymentIntentData(parameters: Parameters): SessionRequest['paymentIntentData'] {
  const data = parameters.object('payment_intent_data');
  return { metadata: data?.metadata() ?? {}, description: data?.text('description', { max: 1000 }) ?? null };
}

function readEmail(parameters: Parameters): string | null {
  const email = parameters.text('customer_email', { max: 800 });
  if (email === undefined) return null;
  if (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) return email;
  throw invalidRequest(`Invalid email address: ${email}`, 'email_invalid', 'customer_email');
}

function readExpiry(parameters: Parameters, now: number): number {
  const expiresAt = parameters.integer('expires_at', { min: 0 });
  if (expiresAt === undefined) return now + MAX_LIFE_S;
  if (expiresAt < now + MIN_LIFE_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      undefined,
      'expires_at',
    );
  }
  if (expiresAt > now + MAX_LIFE_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      undefined,
      'expires_at',
    );
  }
  return expiresAt;
}

function assertTotal(total: number): void {
  if (total > 0 && total < MIN_TOTAL_CENTS) {
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      'amount_too_small',
    );
  }
  if (total > MAX_AMOUNT_CENTS) {
    throw invalidRequest(
      "The Checkout Session's total amount due must be no more than $999,999.99",
      'amount_too_large',
    );
  }
}
