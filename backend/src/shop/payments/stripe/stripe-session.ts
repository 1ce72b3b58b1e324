import type { Stripe } from 'stripe';
import type { PaymentSession } from '../payment-provider.js';

/** Name under which Stripe's payments and messages are stored. */
export const STRIPE = 'stripe';

/** Statuses of a payment that the bank refused. */
const REFUSED_STATUSES: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

/** Converts a session of a webhook or an API answer. */
export function toSession(session: Stripe.Checkout.Session): PaymentSession {
  const { id, url, payment_intent: intent, amount_total: amountCents, currency } = session;
  const state = sessionStateOf(session);
  // One session captures once, so its id identifies the capture when the payment's reference is missing.
  const providerRef = (typeof intent === 'string' ? intent : intent?.id) ?? id;
  const payment = { provider: STRIPE, providerRef, amountCents: amountCents ?? 0, currency: currency ?? '' };
  return { id, url, state, payment: state === 'paid' ? payment : null };
}

function sessionStateOf(session: Stripe.Checkout.Session): PaymentSession['state'] {
  const { status, payment_status: payment, payment_intent: intent } = session;
  if (payment === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  // Only an API call includes the payment; a webhook only names its id, and a refusal comes as a separate message.
  return isExpandedIntent(intent) && REFUSED_STATUSES.has(intent.status) ? 'failed' : 'confirming';
}

function isExpandedIntent(intent: string | Stripe.PaymentIntent | null): intent is Stripe.PaymentIntent {
  return typeof intent === 'object' && intent !== null;
}
