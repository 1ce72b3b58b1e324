import type { Cents } from '@pax/contracts';
import type { Tx } from '../../../platform/database/transaction.js';
import { Refund } from '../payment.entity.js';
import type { MadeRefund } from './request-refund.js';

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
