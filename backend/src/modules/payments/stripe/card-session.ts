import type { Stripe } from 'stripe';

/** A card session at the provider. */
export interface CardSession {
  id: string;
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  /** The buyer finished, but the bank refused; known only from an API call, not from a webhook. */
  failed: boolean;
  /** The provider's reference of the payment, once there is one. */
  paymentRef: string | null;
  amountCents: number;
  currency: string;
  /** Reference of the shop's checkout. */
  ref: string | null;
}

/** Maps a session of a webhook or an API answer. */
export function toSession(session: Stripe.Checkout.Session): CardSession {
  const { payment_intent: intent } = session;
  const status = statusOf(session.status);
  const paid = session.payment_status === 'paid';
  return {
    id: session.id,
    url: session.url,
    status,
    paid,
    failed: status === 'complete' && !paid && isObject(intent) && REFUSED.has(intent.status),
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    ref: session.client_reference_id ?? null,
  };
}

/** Statuses of a payment that the bank refused. */
const REFUSED: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

function isObject(intent: string | Stripe.PaymentIntent | null): intent is Stripe.PaymentIntent {
  return typeof intent === 'object' && intent !== null;
}

function statusOf(status: string | null): CardSession['status'] {
  return status === 'complete' || status === 'expired' ? status : 'open';
}
