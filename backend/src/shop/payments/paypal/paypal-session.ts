import type { Cents } from '@pax/contracts';
import type { PaymentSession } from '../payment-provider.js';

/** Name under which the payments and messages of PayPal's form are stored. */
export const PAYPAL = 'paypal';

/**
 * Builds the id of a checkout's one session from what its form asks for. The form can be edited, so a message with
 * another amount or currency belongs to another session and cannot confirm or end the checkout.
 */
export function formSessionId(ref: string, amountCents: Cents, currency: string): string {
  return `${ref}/${amountCents}/${currency}`;
}

/** Tells whether an id comes from `formSessionId`. */
export const isFormSession = (id: string): boolean => /^[^/]+\/\d+\/[a-z]{3}$/.test(id);

/** Builds a session in a state without captured money. */
export function sessionInState(state: Exclude<PaymentSession['state'], 'paid'>, id: string): PaymentSession {
  return { id, url: null, state, payment: null };
}
