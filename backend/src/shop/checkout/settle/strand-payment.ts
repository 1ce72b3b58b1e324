import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';
import { appendRefundProgressEvent } from '../../orders/refund-share.js';
import { Payment, Refund } from '../../payments/payment.entity.js';
import type { ProviderPayment } from '../../payments/payment-provider.js';

const stateRow = z.object({ state: z.enum(['settled', 'stranded']) });

/** Records the payment that settled a checkout. */
export async function recordSettledPayment(
  tx: Tx,
  checkoutId: number,
  payment: ProviderPayment,
): Promise<void> {
  await tx.insert(Payment, { ...payment, checkoutId, state: 'settled' });
}

/**
 * Records stranded money, which was received but cannot pay for a checkout, and requests its refund or has staff send
 * it back. Nothing is booked in the ledger, because nothing was given for it.
 */
export async function strandPayment(
  tx: Tx,
  checkout: { id: number; ref: string },
  payment: ProviderPayment,
  why: string,
  state: 'requested' | 'manual' = 'requested',
): Promise<void> {
  const row = await tx.save(tx.create(Payment, { ...payment, checkoutId: checkout.id, state: 'stranded' }));
  if (payment.amountCents > 0) {
    const { id: paymentId } = row;
    await tx.save(tx.create(Refund, { paymentId, amountCents: payment.amountCents, reason: why, state }));
    // Orders of the purchase, if there are any, show the refund.
    await appendRefundProgressEvent(tx, { orderId: null, paymentId });
  }
  raiseAlert(tx, {
    kind: 'stranded',
    title: 'Stranded money',
    detail: `Checkout ${checkout.ref}: ${why}. Payment ${payment.providerRef} ${state === 'manual' ? 'has to be given back by hand' : 'is being refunded'}.`,
  });
}

/** Reads the recorded state of a captured payment; undefined if it is new. */
export async function readRecordedState(
  tx: Tx,
  { provider, providerRef }: ProviderPayment,
): Promise<Payment['state'] | undefined> {
  const known = await sql(tx).first(
    stateRow,
    `SELECT state FROM payments WHERE provider = $1 AND provider_ref = $2 AND kind = 'capture'`,
    [provider, providerRef],
  );
  return known?.state;
}
