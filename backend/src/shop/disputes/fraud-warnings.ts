import { z } from 'zod';
import { sql, type Connection } from '../../platform/database/sql.js';
import { usernameOf } from '../../people/accounts/account-sql.js';
import { Injectable } from '@nestjs/common';
import { formatCentsAsDecimal } from '@pax/contracts';
import { Transactions } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { lockPayment, unknownPaymentResult } from '../payments/payment.entity.js';
import type { WarningReport } from '../payments/payment-provider.js';

const row = z.object({
  reference: z.string(),
  raisedAt: z.date(),
  checkout: z.string(),
  /** Cents of the payment that are neither refunded nor about to be. */
  amountCents: z.number(),
  buyer: z.object({ id: z.number(), username: z.string() }),
  orders: z.array(z.number()),
});
/** A payment that a bank considers probable fraud; a refund now still prevents a dispute. */
export type AtRiskPayment = z.infer<typeof row>;

/**
 * Finds the payments of an order, or one payment, with an early fraud warning whose money is neither refunded nor
 * disputed, oldest first.
 */
export function findAtRiskPayments(
  connection: Connection,
  { orderId, paymentId }: { orderId?: number; paymentId?: number },
): Promise<AtRiskPayment[]> {
  return sql(connection).rows(
    row,
    `SELECT w.provider_ref AS reference, w.created_at AS "raisedAt", c.ref AS checkout,
            (p.amount_cents - r.cents)::int AS "amountCents",
            jsonb_build_object('id', c.user_id, 'username', ${usernameOf('c.user_id')}) AS buyer,
            coalesce((SELECT jsonb_agg(o.id ORDER BY o.id) FROM orders o WHERE o.checkout_id = c.id), '[]') AS orders
       FROM fraud_warnings w JOIN payments p ON p.id = w.payment_id JOIN checkouts c ON c.id = p.checkout_id,
       LATERAL (SELECT coalesce(sum(amount_cents), 0) AS cents FROM refunds WHERE payment_id = p.id) r
      WHERE (p.id = $1 OR c.id = (SELECT checkout_id FROM orders WHERE id = $2))
        AND p.amount_cents > r.cents AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = p.id)
      ORDER BY p.id`,
    [paymentId ?? null, orderId ?? null],
  );
}

/**
 * Stores an early fraud warning and alerts staff once, because a refund can still prevent a dispute. Refunded or
 * disputed payments raise no alert.
 */
@Injectable()
export class RecordFraudWarning {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Records a warning.
   * @returns the result that is stored with the provider's message
   */
  execute(provider: string, { paymentRef, warningRef }: WarningReport): Promise<string> {
    return this.transactions.run(async (tx) => {
      // Locks the payment, as disputes and refunds do, so that the alert matches its current state.
      const payment = await lockPayment(tx, { provider, providerRef: paymentRef });
      if (!payment) return unknownPaymentResult(paymentRef);
      const { id: paymentId } = payment;
      const isNew = await sql(tx).exists(
        `INSERT INTO fraud_warnings (payment_id, provider_ref) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`,
        [paymentId, warningRef],
      );
      const [found] = isNew ? await findAtRiskPayments(tx, { paymentId }) : [];
      if (!found) return 'nothing to refund';
      const detail = describeWarning(found, `${paymentRef} (${provider})`);
      raiseAlert(tx, { kind: 'dispute', title: 'Early fraud warning', detail });
      return 'applied';
    });
  }
}

/**
 * Describes a fraud warning for an alert. The account is named by its id, because alerts contain no text written by
 * users.
 */
function describeWarning(
  { reference, checkout, amountCents, buyer, orders }: AtRiskPayment,
  payment: string,
): string {
  const what = orders.length === 0 ? 'no orders' : `orders ${orders.map((id) => `#${id}`).join(', ')}`;
  return `The card's bank calls payment ${payment} probable fraud (${reference}): $${formatCentsAsDecimal(amountCents)} of checkout ${checkout}, ${what}, buyer account ${buyer.id}. Refund it from the order's sheet before it becomes a dispute, and deliver nothing of it.`;
}
