import { z } from 'zod';
import { decimalString } from '../entities/fields.js';

const amount = z.object({ cents: z.number().int(), currency: z.string() });

/** One payment or refund that differs between a provider and the shop. */
export const moneyDifference = z.object({
  kind: z.enum(['payment', 'refund']),
  /** unrecorded: only the provider knows it; missing: only the shop does; amount: the amounts differ. */
  fault: z.enum(['unrecorded', 'missing', 'amount']),
  /** The provider's references of the movement and of its payment. */
  ref: z.string(),
  paymentRef: z.string(),
  /** Null if the shop knows no checkout. */
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
    /** Dollars moved in the compared time, and dollars on which both sides agree. */
    total: decimalString,
    matched: decimalString,
    /** Time of the oldest movement without a match, which may still be under way. */
    oldestUnmatchedAt: z.string().nullable(),
    differences: z.array(moneyDifference),
  }),
);
export type ReconciliationAnswer = z.infer<typeof reconciliationAnswer>;
