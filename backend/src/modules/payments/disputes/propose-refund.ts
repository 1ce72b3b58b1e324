import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../infra/database/transaction.js';
import { raiseAlert } from '../../../infra/outbox/alert.js';
import { Payment } from '../payment.entity.js';
import type { WarningReport } from '../payment-provider.js';
import { unknownPayment } from '../refunds/apply-refund.js';

/** Tells staff that a payment is probably fraud, while a refund still keeps it from becoming a dispute (OWN-485). */
@Injectable()
export class ProposeRefund {
  constructor(private readonly transactions: Transactions) {}

  /** @returns the result that is stored with the message */
  execute(provider: string, { paymentRef, warningRef }: WarningReport): Promise<string> {
    return this.transactions.run(async (tx) => {
      if (!(await tx.existsBy(Payment, { provider, providerRef: paymentRef })))
        return unknownPayment(paymentRef);
      const detail = `The card's bank calls payment ${paymentRef} (${provider}) probable fraud (${warningRef}). Refund it at the provider before it becomes a dispute, and deliver nothing of it; the shop books the refund by itself.`;
      raiseAlert(tx, { kind: 'dispute', title: 'Early fraud warning', detail });
      return 'applied';
    });
  }
}
