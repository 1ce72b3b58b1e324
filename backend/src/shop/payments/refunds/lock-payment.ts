import type { Tx } from '../../../platform/database/transaction.js';
import { Payment, Refund } from '../payment.entity.js';

/**
 * Locks the payment of a refund. Whoever changes refunds locks their payment first, then accounts, checkout and orders,
 * then the refunds, so that no two wait for each other. Not a full lock, which would wait for whoever requests another.
 * @returns null for an unknown refund
 */
export async function lockPaymentOf(tx: Tx, refundId: number): Promise<Payment | null> {
  const refund = await tx.findOneBy(Refund, { id: refundId });
  if (!refund) return null;
  return tx.findOneOrFail(Payment, { where: { id: refund.paymentId }, lock: { mode: 'for_no_key_update' } });
}
