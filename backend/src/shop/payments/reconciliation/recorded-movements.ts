import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import type { MoneyMovement } from '../payment-provider.js';
import type { RecordedMovement } from './compare-movements.js';

const row = z.object({
  kind: z.enum(['payment', 'refund']),
  ref: z.string(),
  paymentRef: z.string(),
  amountCents: z.number(),
  currency: z.string(),
  at: z.date(),
  checkout: z.string(),
  session: z.string().nullable(),
});

const MOVEMENTS = `
  SELECT 'payment' AS kind, p.provider_ref AS ref, p.provider_ref AS "paymentRef", p.amount_cents AS "amountCents",
         p.currency, p.created_at AS at, c.ref AS checkout, c.provider_session_id AS session
    FROM payments p JOIN checkouts c ON c.id = p.checkout_id
   WHERE p.provider = $1 AND p.amount_cents > 0 AND (p.created_at >= $2 OR p.provider_ref = ANY($3))
  UNION ALL
  SELECT 'refund', r.provider_ref, p.provider_ref, sum(r.amount_cents), p.currency, min(r.done_at), c.ref,
         c.provider_session_id
    FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN checkouts c ON c.id = p.checkout_id
   WHERE p.provider = $1 AND r.state = 'done' AND (r.done_at >= $2 AND NOT r.by_hand OR r.provider_ref = ANY($4))
     AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = p.id AND d.provider_ref = r.provider_ref)
   GROUP BY r.provider_ref, p.id, c.id`;

/** Reads what the shop stored about a provider's money since a time, and about all that the provider listed. */
export async function recordedMovements(
  database: DataSource,
  provider: string,
  { since, listed }: { since: Date; listed: readonly MoneyMovement[] },
): Promise<RecordedMovement[]> {
  const refunds = listed.filter(({ kind }) => kind === 'refund').map(({ ref }) => ref);
  const payments = listed.map(({ paymentRef }) => paymentRef);
  return sql(database).rows(row, MOVEMENTS, [provider, since, payments, refunds]);
}
