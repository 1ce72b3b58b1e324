import { Injectable } from '@nestjs/common';
import type { OrderRefund } from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import { Transactions } from '../../platform/database/transaction.js';
import { DepartedPeople } from '../../people/accounts/departed-people.js';
import { audit } from '../../people/audit/audit.js';
import { lockCheckout } from '../checkout/checkout-locks.js';
import type { StaffActor } from '../../people/accounts/own-act.js';
import { assertNotOwnOrder } from '../orders/own-order.js';
import { strandPayment } from '../payments/strand-payment.js';
import { manualRefundOf } from '../payments/refunds/refunds.queries.js';

interface LateCryptoInput extends StaffActor {
  /** Reference of the checkout. */
  ref: string;
}

/**
 * An admin says that crypto of a purchase came after it was withdrawn, cancelled or had lapsed. Its orders are void for
 * good, so the money is stranded and goes back by hand.
 */
@Injectable()
export class LateCrypto {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: DepartedPeople,
  ) {}

  /** A repeat answers the same refund. @throws ShopError NOT_FOUND, ILLEGAL_MOVE unless its orders are void */
  async execute({ ref, actor, role }: LateCryptoInput): Promise<OrderRefund> {
    return this.transactions.run(async (tx) => {
      const { checkout } = await lockCheckout(tx, ref);
      const { method, state, totalCents: amountCents, currency } = checkout;
      if (method !== 'crypto' || state !== 'failed')
        throw new ShopError('ILLEGAL_MOVE', 'Only crypto of a purchase that ended unpaid comes late.', {
          legal: [],
        });
      const payment = { provider: 'crypto', providerRef: ref, amountCents, currency };
      const known = await manualRefundOf(tx, payment);
      if (known) return known;
      const action = 'checkout.late-crypto';
      const subject = `checkout:${ref}`;
      await assertNotOwnOrder(tx, this.departed, { actor, role, userId: checkout.userId, subject, action });
      await strandPayment(tx, checkout, payment, 'crypto came after its orders were void', 'manual');
      await audit(tx, { actor, action, subject, detail: {} });
      const refund = await manualRefundOf(tx, payment);
      if (!refund) throw new Error(`Crypto of checkout ${ref} has no refund`);
      return refund;
    });
  }
}
