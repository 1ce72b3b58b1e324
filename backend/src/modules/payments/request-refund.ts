import type { Cents } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import { Payment, Refund } from './payment.entity.js';

export interface RefundInput {
  checkoutId: number;
  orderId: number;
  amountCents: Cents;
  reason: string;
}

/**
 * Writes that money of a settled checkout goes back; it is sent later, under the row's own key.
 * @throws when the checkout has no settled payment: cash that nobody paid can't go back, and must not look as if it did
 */
export async function requestRefund(
  tx: Tx,
  { checkoutId, orderId, amountCents, reason }: RefundInput,
): Promise<void> {
  const payment = await tx.findOneByOrFail(Payment, { checkoutId, state: 'settled' });
  await tx.save(tx.create(Refund, { paymentId: payment.id, orderId, amountCents, reason }));
}
