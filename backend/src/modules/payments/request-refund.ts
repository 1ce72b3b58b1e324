import type { Cents } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import { Payment, Refund } from './payment.entity.js';

export interface RefundWish {
  checkoutId: number | null;
  orderId: number;
  amountCents: Cents;
  reason: string;
}

/** Writes that money of a settled checkout goes back; it is sent later, under the row's own key. */
export async function requestRefund(
  tx: Tx,
  { checkoutId, orderId, amountCents, reason }: RefundWish,
): Promise<void> {
  if (checkoutId === null) return;
  const payment = await tx.findOneBy(Payment, { checkoutId, state: 'settled' });
  if (!payment) return;
  await tx.save(tx.create(Refund, { paymentId: payment.id, orderId, amountCents, reason }));
  await tx.query('UPDATE checkouts SET refunded_cents = refunded_cents + $2 WHERE id = $1', [
    checkoutId,
    amountCents,
  ]);
}
