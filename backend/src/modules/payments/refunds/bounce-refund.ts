import type { Tx } from '../../../infra/database/transaction.js';
import { Payment, Refund } from '../payment.entity.js';
import type { ProviderReport } from '../payment-provider.js';
import { escalateRefund } from './escalate-refund.js';

/**
 * Escalates a refund that bounced (the bank sent it back), which may come days after it was done: the customer has no money.
 * @returns false unless the refund and its payment are this shop's
 */
export async function bounceRefund(
  tx: Tx,
  provider: string,
  { refundId, refundRef, paymentRef }: Extract<ProviderReport, { about: 'bounced-refund' }>,
): Promise<boolean> {
  const payment = await tx.findOneBy(Payment, { provider, providerRef: paymentRef });
  if (!payment || !(await tx.existsBy(Refund, { id: refundId, paymentId: payment.id }))) return false;
  await escalateRefund(tx, refundId, `the bank sent ${refundRef} back`, ['requested', 'done']);
  return true;
}
