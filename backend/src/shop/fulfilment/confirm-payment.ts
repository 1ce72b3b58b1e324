import { Injectable } from '@nestjs/common';
import {
  isAwaitingPayment,
  listLegalTransitions,
  type StaffOrder as WireOrder,
  type OrderPatchRequest,
  type OrderStatus,
} from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { lockCheckout, reasonNotToSell, type LockedCheckout } from '../checkout/checkout-locks.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { assertNotOwnOrder, lockOrder } from '../orders/find-orders.js';
import { reasonIfBonusTaken } from '../checkout/settle/frozen-benefits.js';
import { SettleCheckout } from '../checkout/settle/settle-checkout.js';
import { auditStaffAction } from '../orders/order-reasons.js';
import { readWireOrder } from '../orders/order.mapper.js';
import type { RefundCheck } from '../refunds/refund-limit.js';

interface ConfirmPaymentInput extends OrderPatchRequest, StaffActor {
  orderId: number;
  /** Function that throws if the actor may not confirm the receipt of so much money. */
  checkMoney: RefundCheck;
}

/** Settles the whole checkout of a crypto order after staff confirmed its payment. */
@Injectable()
export class ConfirmPayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly settleCheckout: SettleCheckout,
  ) {}

  /**
   * @throws ShopError NOT_FOUND, STALE, OWN_ORDER, ILLEGAL_MOVE with the legal transitions (also for a blocked
   * buyer), DISPUTE_OPEN, and as `checkMoney`
   */
  async execute(input: ConfirmPaymentInput): Promise<WireOrder> {
    const { orderId, actor, role, version, reason, checkMoney } = input;
    return this.transactions.run(async (tx) => {
      const seen = await readWireOrder(tx, orderId);
      // Locks the checkout before the order, because the accounts of buyer and referrer must be locked first.
      const locked = seen?.checkout ? await lockCheckout(tx, seen.checkout) : undefined;
      const { status, paymentStatus, userId } = await lockOrder(tx, orderId, version);
      const subject = `order:${orderId}`;
      await assertNotOwnOrder(tx, this.departed, {
        actor,
        role,
        userId,
        subject,
        action: 'order.confirm-payment',
      });
      if (!locked || !isAwaitingPayment(status, paymentStatus))
        throw new ShopError(
          'ILLEGAL_MOVE',
          `An order that is ${status} and ${paymentStatus} can't be confirmed.`,
          {
            legal: listLegalTransitions(status, paymentStatus),
          },
        );
      await assertMayBeSold(tx, locked, status);
      const { ref: providerRef, totalCents: amountCents, currency } = locked.checkout;
      checkMoney(amountCents);
      await this.settleCheckout.settleLocked(tx, locked, {
        provider: 'crypto',
        providerRef,
        amountCents,
        currency,
      });
      await auditStaffAction(tx, { actor, act: 'confirm-payment', orderId, reason });
      const answer = await readWireOrder(tx, orderId);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}

/**
 * Checks that the payment can buy the goods. Otherwise staff have to cancel the order and refund the late payment.
 */
async function assertMayBeSold(tx: Tx, locked: LockedCheckout, status: OrderStatus): Promise<void> {
  const { buyer } = locked;
  const bar = reasonNotToSell(buyer) ?? (await reasonIfBonusTaken(tx, locked));
  if (!bar) return;
  const text = `This order can't be confirmed: ${bar}. Cancel it, and say that its crypto came late, so that it is given back.`;
  if (buyer.purchasesSuspended && buyer.blockedAt === null) throw new ShopError('DISPUTE_OPEN', text);
  throw new ShopError('ILLEGAL_MOVE', text, { legal: listLegalTransitions(status, 'unconfirmed') });
}
