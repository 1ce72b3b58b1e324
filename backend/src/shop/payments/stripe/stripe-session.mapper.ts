import type { Stripe } from 'stripe';
import type { PaymentSession } from '../payment-provider.js';

/** Name under which Stripe's payments and messages are stored. */
export const STRIPE = 'stripe';

/** Statuses of a Stripe payment that the bank refused. */
const REFUSED_STATUSES: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

/** Converts a Stripe session from a webhook or an API answer to the shop's form. */
export function toSession(session: Stripe.Checkout.Session): PaymentSession {
  const { id, url, payment_intent: intent, amount_total: amountCents, currency } = session;
  const state = sessionStateOf(session);
  // Uses the session's id if the payment's reference is missing, because one session captures once.
  const providerRef = (typeof intent === 'string' ? intent : intent?.id) ?? id;
  const payment = { provider: STRIPE, providerRef, amountCents: amountCents ?? 0, currency: currency ?? '' };
  return { id, url, state, payment: state === 'paid' ? payment : null };
}

function sessionStateOf(session: Stripe.Checkout.Session): PaymentSession['state'] {
  const { status, payment_status: payment, payment_intent: intent } = session;
  if (payment === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  // Detects a refused payment only in an API answer, because a webhook contains just the payment's id; the refusal
  // comes as a separate message.
  return isExpandedIntent(intent) && REFUSED_STATUSES.has(intent.status) ? 'failed' : 'confirming';
}

function isExpandedIntent(intent: string | Stripe.PaymentIntent | null): intent is Stripe.PaymentIntent {
  return typeof intent === 'object' && intent !== null;
}
