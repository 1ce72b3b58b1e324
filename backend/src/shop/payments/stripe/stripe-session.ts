import type { Stripe } from 'stripe';
import type { PaymentSession } from '../payment-provider.js';

/** Name that Stripe's payments and messages are stored under. */
export const STRIPE = 'stripe';

/** Statuses of a payment that the bank refused. */
const REFUSED_STATUSES: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

/** Maps a session of a webhook or an API answer. */
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
  // Only an API call expands the payment; a webhook names its id, and the refusal comes as a message of its own.
  return isExpandedIntent(intent) && REFUSED_STATUSES.has(intent.status) ? 'failed' : 'confirming';
}

function isExpandedIntent(intent: string | Stripe.PaymentIntent | null): intent is Stripe.PaymentIntent {
  return typeof intent === 'object' && intent !== null;
}
