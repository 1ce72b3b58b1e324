import { z } from 'zod';
import type { ProviderReport } from '../payment-provider.js';

/** Statuses of refunds that failed, so that the shop kept the money. */
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
 * Reads a refund from an event, whoever made it; the shop writes the id of its row into the metadata of its own
 * refunds. A new refund counts as made whatever its status, because a separate event reports a failure.
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
    // The account may also serve other businesses.
    isOwnAccount: false,
  };
}

/** Reads the row id that the shop wrote into the metadata of its own refund; empty for a refund of somebody else. */
export function readRefundId(metadata: Record<string, unknown> | null | undefined): { refundId?: number } {
  const { data: refundId } = rowId.safeParse(metadata?.['refund']);
  return refundId === undefined ? {} : { refundId };
}
