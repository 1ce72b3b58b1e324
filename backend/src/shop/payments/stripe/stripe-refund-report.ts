import { z } from 'zod';
import type { ProviderReport } from '../payment-provider.js';

/** Statuses of failed refunds, whose money the shop has kept. */
const UNDONE_STATUSES: ReadonlySet<string> = new Set(['failed', 'canceled']);
const FAILED = 'refund.failed';

const refundSchema = z.object({
  id: z.string().min(1).max(100),
  amount: z.int().positive(),
  currency: z.string().max(10),
  payment_intent: z.string().min(1).max(100),
  status: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const rowId = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/**
 * Reads a refund from a Stripe event, whoever made it. A new refund counts as made whatever its status, because a
 * separate event reports a failure.
 */
export function refundReport(type: string, object: unknown): ProviderReport {
  const { data: refund } = refundSchema.safeParse(object);
  if (!refund) return { about: 'nothing', ignored: 'not ours' };
  const {
    id: refundRef,
    payment_intent: paymentRef,
    amount: amountCents,
    currency,
    status,
    metadata,
  } = refund;
  const isUndone = UNDONE_STATUSES.has(status ?? '');
  const isFailed = type === FAILED || (type === 'refund.updated' && isUndone);
  return {
    about: 'refund',
    state: isFailed ? 'failed' : 'made',
    refundRef,
    paymentRef,
    amountCents,
    currency,
    ...readRefundId(metadata),
    ...(isUndone && !isFailed && { isUndone }),
    // False, because the Stripe account may also serve other businesses.
    isOwnAccount: false,
  };
}

/**
 * Reads the refund row's id that the shop wrote into the metadata of its refund; empty for a refund made by
 * somebody else.
 */
export function readRefundId(metadata: Record<string, unknown> | null | undefined): { refundId?: number } {
  const { data: refundId } = rowId.safeParse(metadata?.['refund']);
  return refundId === undefined ? {} : { refundId };
}
