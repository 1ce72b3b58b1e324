import { Injectable } from '@nestjs/common';
import { awaitsPayment, legalTransitions, type Order as WireOrder } from '@pax/contracts';
import { ShopError } from '../../common/problem.js';
import { Transactions } from '../../infra/database/transaction.js';
import { audit } from '../audit/audit.js';
import { lockCheckout } from '../checkout/checkout-locks.js';
import { SettleCheckout } from '../checkout/settle/settle-checkout.js';
import { lockOrder } from '../orders/lock-order.js';
import { wireOrder } from '../orders/order.mapper.js';

interface ConfirmPaymentInput {
  orderId: number;
  /** Who does it, as audit rows name it. */
  actor: string;
  /** The version the caller saw, if it names one. */
  version?: number;
}

/** Staff say that a crypto order was paid: its whole checkout is settled (OWN-95). */
@Injectable()
export class ConfirmPayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly settleCheckout: SettleCheckout,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal transitions */
  async execute({ orderId, actor, version }: ConfirmPaymentInput): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const seen = await wireOrder(tx, orderId);
      // Before the order, because buyer and referrer are locked first.
      const locked = seen?.checkout ? await lockCheckout(tx, seen.checkout) : undefined;
      const { status, paymentStatus } = await lockOrder(tx, orderId, version);
      if (!locked || !awaitsPayment(status, paymentStatus))
        throw new ShopError(
          'ILLEGAL_MOVE',
          `An order that is ${status} and ${paymentStatus} can't be confirmed.`,
          {
            legal: legalTransitions(status, paymentStatus),
          },
        );
      const { ref: providerRef, totalCents: amountCents, currency } = locked.checkout;
      await this.settleCheckout.settleLocked(tx, locked, {
        provider: 'crypto',
        providerRef,
        amountCents,
        currency,
      });
      await audit(tx, { actor, action: 'order.confirm-payment', subject: `order:${orderId}` });
      const answer = await wireOrder(tx, orderId);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}
