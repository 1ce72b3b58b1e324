import { z } from 'zod';
import type { DisputeReport, ProviderReport } from '../payment-provider.js';

/** Statuses that end a dispute; an inquiry that is closed took nothing. */
const ENDED: Readonly<Record<string, DisputeReport['state']>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
  prevented: 'won',
};

const ref = z.string().min(1).max(100);
const disputeSchema = z.object({
  id: ref,
  amount: z.int().positive(),
  currency: z.string().max(10),
  payment_intent: ref,
  status: z.string(),
});
const warningSchema = z.object({ id: ref, payment_intent: ref });

/** What an event says of a dispute: its status, whatever the type, since events come in any order. */
export function disputeReport(object: unknown): ProviderReport {
  const { data: dispute } = disputeSchema.safeParse(object);
  if (!dispute) return { about: 'nothing', ignored: 'not ours' };
  const { id: disputeRef, payment_intent: paymentRef, amount: amountCents, currency, status } = dispute;
  const state = ENDED[status] ?? 'open';
  return { about: 'dispute', state, disputeRef, paymentRef, amountCents, currency };
}

/** What an early fraud warning is about. */
export function warningReport(object: unknown): ProviderReport {
  const { data: warning } = warningSchema.safeParse(object);
  if (!warning) return { about: 'nothing', ignored: 'not ours' };
  return { about: 'warning', warningRef: warning.id, paymentRef: warning.payment_intent };
}
