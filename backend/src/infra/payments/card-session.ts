import type { Stripe } from 'stripe';

/** A card session as the provider sees it. */
export interface CardSession {
  id: string;
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  /** The buyer finished, but the bank will not pay; known only when the provider was asked. */
  failed: boolean;
  /** The provider's reference of the payment, once there is one. */
  paymentRef: string | null;
  amountCents: number;
  currency: string;
  /** Our checkout reference, as we gave it. */
  ref: string | null;
}

/** A session of a webhook or an answer, as the shop understands it. */
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

/** A payment that a bank was asked for and that will not come. */
const REFUSED: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

function isObject(intent: string | Stripe.PaymentIntent | null): intent is Stripe.PaymentIntent {
  return typeof intent === 'object' && intent !== null;
}

function statusOf(status: string | null): CardSession['status'] {
  return status === 'complete' || status === 'expired' ? status : 'open';
}
