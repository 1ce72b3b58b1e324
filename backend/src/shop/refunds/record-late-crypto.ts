import { Injectable } from '@nestjs/common';
import type { OrderRefund } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { lockCheckout } from '../checkout/checkout-locks.js';
import { strandPayment } from '../checkout/settle/strand-payment.js';
import { assertNotOwnOrder } from '../orders/find-orders.js';
import { Payment, Refund } from '../payments/payment.entity.js';
import { toOrderRefund } from './refunds.queries.js';

interface LateCryptoInput extends StaffActor {
  /** Reference of the checkout that was paid too late. */
  ref: string;
}

/**
 * Records for an admin that crypto arrived for a withdrawn, cancelled or lapsed purchase. Its orders stay
 * cancelled, so the money is stranded and refunded manually.
 */
@Injectable()
export class RecordLateCrypto {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
  ) {}

  /**
   * Records the money; a repeat returns the same refund.
   * @throws ShopError NOT_FOUND, ILLEGAL_MOVE unless the orders of the checkout are cancelled for good
   */
  async execute({ ref, actor, role }: LateCryptoInput): Promise<OrderRefund> {
    return this.transactions.run(async (tx) => {
      const { checkout } = await lockCheckout(tx, ref);
      const { method, state, totalCents: amountCents, currency } = checkout;
      if (method !== 'crypto' || state !== 'failed')
        throw new ShopError('ILLEGAL_MOVE', 'Only crypto of a purchase that ended unpaid comes late.', {
          legal: [],
        });
      const payment = { provider: 'crypto', providerRef: ref, amountCents, currency };
      const known = await findStrandedRefund(tx, payment);
      if (known) return known;
      const action = 'checkout.late-crypto';
      const subject = `checkout:${ref}`;
      await assertNotOwnOrder(tx, this.departed, { actor, role, userId: checkout.userId, subject, action });
      await strandPayment(tx, checkout, payment, 'crypto came after its orders were void', 'manual');
      await writeAuditRow(tx, { actor, action, subject, detail: {} });
      const refund = await findStrandedRefund(tx, payment);
      if (!refund) throw new Error(`Crypto of checkout ${ref} has no refund`);
      return refund;
    });
  }
}

async function findStrandedRefund(
  tx: Tx,
  { provider, providerRef }: Pick<Payment, 'provider' | 'providerRef'>,
): Promise<OrderRefund | undefined> {
  const payment = await tx.findOneBy(Payment, { provider, providerRef, state: 'stranded' });
  const refund = payment && (await tx.findOneBy(Refund, { paymentId: payment.id }));
  return refund ? toOrderRefund(refund) : undefined;
}
