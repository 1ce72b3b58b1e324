import type { Cents } from '@pax/contracts';
import type { PaymentSession } from '../payment-provider.js';

/** Name that PayPal's payments and messages are stored under. */
export const PAYPAL = 'paypal';

/**
 * Id of the one session of a checkout: what its form asks for. The form can be edited, so a message with another
 * amount or currency is of another session, which can neither confirm nor end the checkout.
 */
export function formSessionId(ref: string, amountCents: Cents, currency: string): string {
  return `${ref}/${amountCents}/${currency}`;
}

/** Tells whether an id has the form that `formSessionId` gives. */
export const isFormSession = (id: string): boolean => /^[^/]+\/\d+\/[a-z]{3}$/.test(id);

/** A session in a state that needs no captured money. */
export function sessionInState(state: Exclude<PaymentSession['state'], 'paid'>, id: string): PaymentSession {
  return { id, url: null, state, payment: null };
}
