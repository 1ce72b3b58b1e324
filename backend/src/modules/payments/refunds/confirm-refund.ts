import { In } from 'typeorm';
import type { Tx } from '../../../infra/database/transaction.js';
import { noteRefund } from '../../orders/note-refund.js';
import { Payment, Refund } from '../payment.entity.js';
import type { ProviderReport } from '../payment-provider.js';

/**
 * Marks the oldest waiting refund of a payment and amount as done, because the provider says that such money went back
 * (OWN-98). Idempotent per `refundRef`.
 * @returns false when no refund waits for it
 */
export async function confirmRefund(
  tx: Tx,
  provider: string,
  { refundRef, paymentRef, amountCents }: Extract<ProviderReport, { about: 'refund' }>,
  doneAt: Date,
): Promise<boolean> {
  const payment = await tx.findOne(Payment, {
    where: { provider, providerRef: paymentRef },
    // Not a full lock, which would wait for whoever requests another refund of it.
    lock: { mode: 'for_no_key_update' },
  });
  if (!payment) return false;
  const ofPayment = { paymentId: payment.id };
  if (await tx.existsBy(Refund, { ...ofPayment, providerRef: refundRef })) return true;
  const [waiting] = await tx.find(Refund, {
    where: { ...ofPayment, amountCents, state: In(['manual', 'requested']) },
    order: { id: 'ASC' },
    take: 1,
  });
  if (!waiting) return false;
  await tx.update(Refund, { id: waiting.id }, { state: 'done', providerRef: refundRef, doneAt });
  await noteRefund(tx, waiting.orderId);
  return true;
}
