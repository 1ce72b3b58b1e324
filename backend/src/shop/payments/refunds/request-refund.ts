import type { Cents } from '@pax/contracts';
import type { Tx } from '../../../platform/database/transaction.js';
import { Payment, Refund } from '../payment.entity.js';

interface RequestRefundInput {
  checkoutId: number;
  orderId: number;
  amountCents: Cents;
  reason: string;
  made?: MadeRefund | undefined;
}

/** A refund that was made at the provider: its reference, and when the shop heard of it. */
export interface MadeRefund {
  ref: string;
  at: Date;
}

/**
 * Stores a refund of a settled checkout; it is sent later, under the row's own idempotency key, unless it was made.
 * @throws EntityNotFoundError when the checkout has no settled payment to refund
 */
export async function requestRefund(
  tx: Tx,
  { checkoutId, made, ...refund }: RequestRefundInput,
): Promise<void> {
  const payment = await tx.findOneByOrFail(Payment, { checkoutId, state: 'settled' });
  const done = made && ({ state: 'done', providerRef: made.ref, doneAt: made.at } as const);
  await tx.save(tx.create(Refund, { paymentId: payment.id, ...refund, ...done }));
}
