import { Injectable } from '@nestjs/common';
import {
  legalTransitions,
  type StaffOrder as WireOrder,
  type OrderPatchRequest,
  type OrderTransition,
} from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { Transactions } from '../../platform/database/transaction.js';
import { DepartedPeople } from '../../people/accounts/departed-people.js';
import { lockOrder, assertNotOwnOrder } from '../orders/find-orders.js';
import { auditOrderAct } from '../orders/order-history.js';
import type { Order } from '../orders/order.entity.js';
import type { StaffActor } from '../../people/accounts/own-act.js';
import { wireOrder } from '../orders/order.mapper.js';
import { cancelUnconfirmed, carryOut } from './carry-out.js';
import { checkWithPurchase, type RefundCheck } from './refund-limit.js';

export interface TransitionOrderInput extends OrderPatchRequest, StaffActor {
  orderId: number;
  transition: OrderTransition;
  /** Throws where the actor may not give back so much of the purchase in all. */
  checkRefund?: RefundCheck;
}

/** A transition of an order by staff: take it, hand it back, complete it, cancel it, archive it (ADMIN orders). */
@Injectable()
export class TransitionOrder {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: DepartedPeople,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ShopError NOT_FOUND, WITHDRAWN, STALE, OWN_ORDER, ILLEGAL_MOVE with the legal transitions, and as `checkRefund`
   */
  async execute(input: TransitionOrderInput): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const { orderId, transition, actor, role, version, reason } = input;
      const now = this.clock.now();
      const order = await lockOrder(tx, orderId, version);
      const { userId } = order;
      const subject = `order:${orderId}`;
      await assertNotOwnOrder(tx, this.departed, {
        actor,
        role,
        userId,
        subject,
        action: `order.${transition}`,
      });
      check(order, transition);
      const isUnpaid = order.paymentStatus === 'unconfirmed';
      const { checkRefund } = input;
      if (transition === 'cancel' && !isUnpaid && checkRefund)
        await checkWithPurchase(tx, order, { check: checkRefund });
      if (transition === 'cancel' && isUnpaid) await cancelUnconfirmed(tx, order, { actor, now });
      else await carryOut(tx, order, transition, { actor, now });
      await auditOrderAct(tx, { actor, act: transition, orderId, reason });
      const answer = await wireOrder(tx, order.id);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}

function check(order: Order, transition: OrderTransition): void {
  const legal = legalTransitions(order.status, order.paymentStatus);
  if (!legal.includes(transition))
    throw new ShopError('ILLEGAL_MOVE', `An order that is ${order.status} does not allow this.`, { legal });
}
