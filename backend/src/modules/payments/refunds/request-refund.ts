import type { Cents } from '@pax/contracts';
import type { Tx } from '../../../infra/database/transaction.js';
import { Payment, Refund } from '../payment.entity.js';

interface RequestRefundInput {
  checkoutId: number;
  orderId: number;
  amountCents: Cents;
  reason: string;
}

/**
 * Stores a refund of a settled checkout; it is sent later, under the row's own idempotency key.
 * @throws EntityNotFoundError when the checkout has no settled payment to refund
 */
export async function requestRefund(
  tx: Tx,
  { checkoutId, orderId, amountCents, reason }: RequestRefundInput,
): Promise<void> {
  const payment = await tx.findOneByOrFail(Payment, { checkoutId, state: 'settled' });
  await tx.save(tx.create(Refund, { paymentId: payment.id, orderId, amountCents, reason }));
}
