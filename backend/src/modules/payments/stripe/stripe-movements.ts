import type { Stripe } from 'stripe';
import type { MoneyMovement } from '../payment-provider.js';
import { refundIdOf } from './stripe-refund.js';

/** Most that one call lists. */
const PAGE = 100;
/** Statuses of a refund whose money stayed with the shop. */
const UNDONE: ReadonlySet<string | null> = new Set(['failed', 'canceled']);

/** The shop's payments and all refunds that Stripe made since a time, each newest first. */
export async function* stripeMovements(stripe: Stripe, since: Date): AsyncGenerator<MoneyMovement> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const charge of stripe.charges.list({ created, limit: PAGE })) {
    const ref = idOf(charge.payment_intent);
    const { checkout } = charge.metadata;
    if (ref === undefined || charge.status !== 'succeeded' || checkout === undefined) continue;
    const { amount_captured: amountCents, currency } = charge;
    const at = timeOf(charge.created);
    yield { kind: 'payment', ref, paymentRef: ref, checkout, amountCents, currency, at };
  }
  for await (const refund of stripe.refunds.list({ created, limit: PAGE })) {
    const paymentRef = idOf(refund.payment_intent);
    if (paymentRef === undefined || UNDONE.has(refund.status)) continue;
    const { id: ref, amount: amountCents, currency } = refund;
    const at = timeOf(refund.created);
    yield { kind: 'refund', ref, paymentRef, amountCents, currency, at, ...refundIdOf(refund.metadata) };
  }
}

const timeOf = (seconds: number): Date => new Date(seconds * 1000);

const idOf = (object: string | { id: string } | null): string | undefined =>
  typeof object === 'string' ? object : object?.id;
