import { z } from 'zod';
import type { ProviderReport } from '../payment-provider.js';

/** Statuses of a refund whose money stays with the shop. */
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
 * Reads a refund from an event, whoever made it: the shop writes its row's id into the metadata of its own refunds. A new
 * refund has been accepted, whatever its status; a separate event reports that it came to nothing.
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
    // Other businesses may take money by the same account.
    isOwnAccount: false,
  };
}

/** The row that the shop wrote into the metadata of its own refund; empty for one of somebody else. */
export function readRefundId(metadata: Record<string, unknown> | null | undefined): { refundId?: number } {
  const { data: refundId } = rowId.safeParse(metadata?.['refund']);
  return refundId === undefined ? {} : { refundId };
}
