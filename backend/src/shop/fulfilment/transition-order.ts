import { Inject, Injectable } from '@nestjs/common';
import {
  listLegalTransitions,
  type StaffOrder as WireOrder,
  type OrderPatchRequest,
  type OrderMove,
  type OrderTransition,
} from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { recordAct, setAsideAct, tellNow } from '../../platform/outbox/undoable-acts.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { readLockedCheckout } from '../checkout/checkout-locks.js';
import { endUnpaid } from '../checkout/settle/end-checkout.js';
import { lockOrder, assertNotOwnOrder, orderThing } from '../orders/find-orders.js';
import { bookEarnings } from '../orders/points-and-commission.js';
import { auditStaffAction } from '../orders/order-reasons.js';
import {
  recordTransition,
  appendTransition,
  changeStatus,
  type TransitionDetails,
} from '../orders/change-order-status.js';
import type { Order } from '../orders/order.entity.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { readWireOrder } from '../orders/order.mapper.js';
import { checkRefundOfPurchase, type RefundCheck } from '../refunds/refund-limit.js';
import { cancelOrder } from '../refunds/undo-order.js';

export interface TransitionOrderInput extends OrderPatchRequest, StaffActor {
  orderId: number;
  transition: OrderTransition;
  /** Function that throws if the actor may not return so much of the purchase in total. */
  checkRefund?: RefundCheck;
}

/** Changes the status of an order for staff: process, release, complete, cancel or archive. */
@Injectable()
export class TransitionOrder {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'undoSeconds'>,
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
      const subject = orderThing(orderId);
      await assertNotOwnOrder(tx, this.departed, {
        actor,
        role,
        userId,
        subject,
        action: `order.${transition}`,
      });
      assertLegal(order, transition);
      if (transition !== 'cancel') await this.applyTransition(tx, order, transition, { actor, now });
      else if (order.paymentStatus === 'unconfirmed')
        await cancelUnconfirmedCheckout(tx, order, { actor, now });
      else {
        const { checkRefund } = input;
        if (checkRefund) await checkRefundOfPurchase(tx, order, { check: checkRefund });
        await cancelOrder(tx, order, { actor, now, reason: 'order cancelled' });
      }
      await auditStaffAction(tx, { actor, act: transition, orderId, reason });
      const answer = await readWireOrder(tx, order.id);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }

  private async applyTransition(
    tx: Tx,
    order: Order,
    transition: OrderMove,
    details: TransitionDetails,
  ): Promise<void> {
    const { status, processedBy, version } = order;
    const thing = orderThing(order.id);
    const from = changeStatus(order, transition, details);
    const taking =
      transition === 'release' ? await setAsideAct(tx, { thing, version, act: 'order.process' }) : undefined;
    const act = {
      thing,
      version: order.version,
      act: `order.${transition}`,
      actor: details.actor,
      before: { status, processedBy, ...(taking && { taking }) },
    };
    const isCompletion = transition === 'complete';
    const isUndoable =
      (!isCompletion || canWaitForEarnings(order)) && recordAct(tx, act, this.settings.undoSeconds);
    if (isCompletion && !isUndoable) {
      await tellNow(tx, thing);
      await bookEarnings(tx, order);
    }
    await tx.save(order);
    await recordTransition(tx, order, from, details.actor);
    appendTransition(tx, order, transition);
  }
}

/** A refund takes back the commission of an order of a former version at once, even if it is not booked yet. */
const canWaitForEarnings = ({ earnings, commissionUserId }: Order): boolean =>
  earnings !== 'at_payment' || commissionUserId === null;

function assertLegal(order: Order, transition: OrderTransition): void {
  const legal = listLegalTransitions(order.status, order.paymentStatus);
  if (!legal.includes(transition))
    throw new ShopError('ILLEGAL_MOVE', `An order that is ${order.status} does not allow this.`, { legal });
}

/** Cancels an unpaid order: its whole checkout fails, with all orders of the checkout. */
export async function cancelUnconfirmedCheckout(
  tx: Tx,
  { checkoutId }: Order,
  details: TransitionDetails,
): Promise<void> {
  if (checkoutId === null) throw new Error('an unconfirmed order has no checkout');
  await endUnpaid(tx, await readLockedCheckout(tx, checkoutId), { to: 'failed', ...details });
}
