import { Injectable } from '@nestjs/common';
import { toDecimal } from '@pax/contracts';
import { sql } from '../../../platform/database/sql.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alert.js';
import { Payment } from '../payment.entity.js';
import type { WarningReport } from '../payment-provider.js';
import { unknownPayment } from '../refunds/apply-refund.js';
import { threatened, type Threatened } from './threatened.js';

/**
 * Keeps that a payment is probably fraud and tells staff once, while a refund still keeps it from becoming a dispute.
 * Nothing is told of money that went back, or is disputed already.
 */
@Injectable()
export class ProposeRefund {
  constructor(private readonly transactions: Transactions) {}

  /** @returns the result that is stored with the message */
  execute(provider: string, { paymentRef, warningRef }: WarningReport): Promise<string> {
    return this.transactions.run(async (tx) => {
      // Locked as disputes and refunds lock it, so that what is told is how it stands.
      const payment = await tx.findOne(Payment, {
        where: { provider, providerRef: paymentRef },
        lock: { mode: 'for_no_key_update' },
      });
      if (!payment) return unknownPayment(paymentRef);
      const { id: paymentId } = payment;
      const isNew = await sql(tx).exists(
        `INSERT INTO fraud_warnings (payment_id, provider_ref) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`,
        [paymentId, warningRef],
      );
      const [found] = isNew ? await threatened(tx, { paymentId }) : [];
      if (!found) return 'nothing to refund';
      const detail = describe(found, `${paymentRef} (${provider})`);
      raiseAlert(tx, { kind: 'dispute', title: 'Early fraud warning', detail });
      return 'applied';
    });
  }
}

/** Names the account by its number, since alerts hold nothing that people chose. */
function describe({ reference, checkout, amountCents, buyer, orders }: Threatened, payment: string): string {
  const what = orders.length === 0 ? 'no orders' : `orders ${orders.map((id) => `#${id}`).join(', ')}`;
  return `The card's bank calls payment ${payment} probable fraud (${reference}): $${toDecimal(amountCents)} of checkout ${checkout}, ${what}, buyer account ${buyer.id}. Refund it from the order's sheet before it becomes a dispute, and deliver nothing of it.`;
}
