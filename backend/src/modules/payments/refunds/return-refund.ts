import type { Tx } from '../../../infra/database/transaction.js';
import { Payment, Refund } from '../payment.entity.js';
import type { ProviderReport } from '../payment-provider.js';
import { escalateRefund } from './escalate-refund.js';

/**
 * Escalates a refund that the bank sent back, which may come days after it was done: the customer has no money.
 * @returns false unless the refund and its payment are this shop's
 */
export async function returnRefund(
  tx: Tx,
  provider: string,
  { refundId, refundRef, paymentRef }: Extract<ProviderReport, { about: 'returned-refund' }>,
): Promise<boolean> {
  const payment = await tx.findOneBy(Payment, { provider, providerRef: paymentRef });
  if (!payment || !(await tx.existsBy(Refund, { id: refundId, paymentId: payment.id }))) return false;
  await escalateRefund(tx, refundId, `the bank sent ${refundRef} back`, ['requested', 'done']);
  return true;
}
