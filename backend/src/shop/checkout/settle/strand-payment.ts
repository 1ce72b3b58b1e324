import { formatCentsAsDecimal } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';
import { appendBellNotice } from '../../../platform/outbox/bell-notice.js';
import { appendRefundProgressEvent } from '../../orders/refund-share.js';
import { Payment, Refund } from '../../payments/payment.entity.js';
import type { ProviderPayment } from '../../payments/payment-provider.js';

const buyerRow = z.object({ userId: z.number() });
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
 * Records stranded money, which was received but can pay for no checkout, and has it refunded, by the provider or
 * by staff. The ledger books nothing, because no goods were given.
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
    // Announces the refund on the orders of the purchase, if there are any.
    await appendRefundProgressEvent(tx, { orderId: null, paymentId });
    // A notice names dollars, so that none is made of money in another currency.
    const buyer = await sql(tx).first(
      buyerRow,
      'SELECT user_id AS "userId" FROM checkouts WHERE id = $1 AND currency = $2',
      [checkout.id, payment.currency],
    );
    const cash = formatCentsAsDecimal(payment.amountCents);
    if (buyer) appendBellNotice(tx, buyer.userId, { kind: 'stranded', cash });
  }
  raiseAlert(tx, {
    kind: 'stranded',
    title: 'Stranded money',
    detail: `Checkout ${checkout.ref}: ${why}. Payment ${payment.providerRef} ${state === 'manual' ? 'has to be given back by hand' : 'is being refunded'}.`,
  });
}

/** Reads the stored state of a captured payment; undefined if the payment is new. */
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
