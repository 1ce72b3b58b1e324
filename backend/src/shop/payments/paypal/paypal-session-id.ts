import type { Cents } from '@pax/contracts';
import type { PaymentSession } from '../payment-provider.js';

/** Name under which payments and messages of PayPal's form are stored. */
export const PAYPAL = 'paypal';

/**
 * Builds the id of a checkout's session from the amount and currency in its form. If a buyer edits the form, the
 * message belongs to another session, and so cannot confirm or end the checkout.
 */
export function formSessionId(ref: string, amountCents: Cents, currency: string): string {
  return `${ref}/${amountCents}/${currency}`;
}

/** Tells whether a session id was made by `formSessionId`. */
export const isFormSession = (id: string): boolean => /^[^/]+\/\d+\/[a-z]{3}$/.test(id);

/** Builds a payment session in the given state, without captured money. */
export function sessionInState(state: Exclude<PaymentSession['state'], 'paid'>, id: string): PaymentSession {
  return { id, url: null, state, payment: null };
}
