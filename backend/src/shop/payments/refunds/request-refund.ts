import type { Tx } from '../../../platform/database/transaction.js';
import { Payment, Refund } from '../payment.entity.js';
import type { Cents } from '@pax/contracts';

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

/**
 * Makes a part of a refund of a locked payment a row of its own, which is done; the other row goes on with the rest, under
 * a new key, since a provider refuses one that comes with another amount.
 */
export async function takePart(
  tx: Tx,
  { id, paymentId, orderId, reason, createdAt, amountCents, providerAttempt }: Refund,
  part: Cents,
  { ref: providerRef, at: doneAt }: MadeRefund,
): Promise<void> {
  const rest = { amountCents: amountCents - part, providerAttempt: providerAttempt + 1 };
  await tx.update(Refund, { id }, rest);
  const made = { state: 'done', providerRef, doneAt } as const;
  await tx.insert(Refund, { paymentId, orderId, amountCents: part, reason, createdAt, partOf: id, ...made });
}

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
