import { z } from 'zod';
import { decimalString } from '../entities/fields.js';

const amount = z.object({ cents: z.number().int(), currency: z.string() });

/** One payment or refund that a provider and the shop know differently. */
export const moneyDifference = z.object({
  kind: z.enum(['payment', 'refund']),
  /** unrecorded: only the provider knows it; missing: only the shop does; amount: both do, not the same. */
  fault: z.enum(['unrecorded', 'missing', 'amount']),
  /** The provider's references of it and of the payment it belongs to. */
  ref: z.string(),
  paymentRef: z.string(),
  /** Null where the shop knows none. */
  checkout: z.string().nullable(),
  provider: amount.nullable(),
  shop: amount.nullable(),
  at: z.string(),
});
export type MoneyDifference = z.infer<typeof moneyDifference>;

/** GET /api/admin/reconciliation: the last comparison with each provider. */
export const reconciliationAnswer = z.array(
  z.object({
    provider: z.string(),
    checkedAt: z.string(),
    /** Dollars that moved in the compared time, and those on which both sides agree. */
    total: decimalString,
    matched: decimalString,
    /** Since when something does not match; it may still be under way. */
    oldestUnmatchedAt: z.string().nullable(),
    differences: z.array(moneyDifference),
  }),
);
export type ReconciliationAnswer = z.infer<typeof reconciliationAnswer>;
