import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  parseDecimalToCents,
  isRefundable,
  listLegalTransitions,
  formatCentsAsDecimal,
  type Cents,
  type StaffOrder as WireOrder,
  type OrderRefundRequest,
  type RefundPreview,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { book } from '../../people/ledger/ledger.js';
import { lockOrder, assertNotOwnOrder } from '../orders/find-orders.js';
import { auditStaffAction } from '../orders/order-reasons.js';
import { Order } from '../orders/order.entity.js';
import { readWireOrder } from '../orders/order.mapper.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { remainingCashOf, nextRefundPart, refundValueOf } from '../orders/refund-share.js';
import { refundOrderPart, goodsLines, restockKey } from './undo-order.js';
import { checkRefundOfPurchase, type RefundCheck } from './refund-limit.js';

export interface RefundOrderInput extends OrderRefundRequest, StaffActor {
  orderId: number;
  /** Function that throws if the actor may not return so much of the purchase in total. */
  checkRefund: RefundCheck;
}

/**
 * Refunds a delivered order or a part of its money, with credit, bonus, points, spending and commission in
 * proportion. The order stays completed; `restock` also returns the goods to the stock.
 */
@Injectable()
export class RefundOrder {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the cash of an order that can still be refunded, and what a refund of `amount`, or of everything, would
   * return. Only delivered and paid orders can be refunded.
   * @returns undefined for an unknown order
   */
  async previewRefund(orderId: number, amount?: string): Promise<RefundPreview | undefined> {
    const order = await this.database.manager.findOneBy(Order, { id: orderId });
    if (!order) return undefined;
    const { kind, status, paymentStatus } = order;
    if (!isRefundable(status, paymentStatus, kind)) return { refundable: '0.00' };
    const left = remainingCashOf(order);
    const cents = amount === undefined ? left : parseDecimalToCents(amount);
    const refundable = formatCentsAsDecimal(left);
    if (cents > left) return { refundable };
    const { cash, storeCredit, bonus } = refundValueOf(order, nextRefundPart(order, { cents }));
    const goesBack = {
      cash: formatCentsAsDecimal(cash),
      storeCredit: formatCentsAsDecimal(storeCredit),
      bonus: formatCentsAsDecimal(bonus),
    };
    return { refundable, goesBack };
  }

  /**
   * @throws ShopError NOT_FOUND, STALE, OWN_ORDER, ILLEGAL_MOVE with the legal transitions, REFUND_TOO_LARGE,
   * ALREADY_RESTOCKED, and as `checkRefund`
   */
  async execute(input: RefundOrderInput): Promise<WireOrder> {
    const { orderId, actor, role, version, restock = false, amount, reason, checkRefund } = input;
    return this.transactions.run(async (tx) => {
      const order = await lockOrder(tx, orderId, version);
      const { userId } = order;
      await assertNotOwnOrder(tx, this.departed, {
        actor,
        role,
        userId,
        subject: `order:${orderId}`,
        action: 'order.refund',
      });
      assertRefundable(order);
      const cents = amount === undefined ? undefined : assertAmountLeft(order, parseDecimalToCents(amount));
      await checkRefundOfPurchase(tx, order, { cents, restock, check: checkRefund });
      await refundOrderPart(tx, order, { cents, reason: 'order refunded', actor, now: this.clock.now() });
      if (restock) await restockGoods(tx, order, actor);
      const detail = { restock, ...(amount !== undefined && { amount }) };
      await auditStaffAction(tx, { actor, act: 'refund', orderId, reason, detail });
      const answer = await readWireOrder(tx, orderId);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}

/**
 * Returns the goods of an order to the stock once. A repeat fails before anything is refunded, so that staff
 * notice.
 */
async function restockGoods(tx: Tx, order: Order, actor: string): Promise<void> {
  const entry = { idempotencyKey: restockKey(order.id), reason: 'goods are back', actor };
  if (await book(tx, entry, goodsLines(order))) return;
  throw new ShopError('ALREADY_RESTOCKED', 'The goods of this order are back in the stock already.');
}

function assertRefundable({ kind, status, paymentStatus }: Order): void {
  if (isRefundable(status, paymentStatus, kind)) return;
  throw new ShopError('ILLEGAL_MOVE', `An order that is ${status} and ${paymentStatus} can't be refunded.`, {
    legal: listLegalTransitions(status, paymentStatus),
  });
}

function assertAmountLeft(order: Order, cents: Cents): Cents {
  if (cents > 0 && cents <= remainingCashOf(order)) return cents;
  const available = formatCentsAsDecimal(remainingCashOf(order));
  throw new ShopError('REFUND_TOO_LARGE', `Between $0.01 and $${available} can be refunded.`, { available });
}
