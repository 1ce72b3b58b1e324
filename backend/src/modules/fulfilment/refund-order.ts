import { Injectable } from '@nestjs/common';
import {
  isRefundable,
  legalTransitions,
  type Order as WireOrder,
  type OrderRefundRequest,
} from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { Transactions } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { audit } from '../audit/audit.js';
import { book } from '../ledger/ledger.js';
import { reverseCommission } from './commission.js';
import { lockOrder } from '../orders/lock-order.js';
import type { Order } from '../orders/order.entity.js';
import { wireOrder } from '../orders/order.mapper.js';
import { goodsLines, undoPurchase } from './undo-purchase.js';

export interface RefundOrderInput extends OrderRefundRequest {
  orderId: number;
  /** Who does it, as audit rows name it. */
  actor: string;
}

/**
 * Refunds a delivered order, with its referrer's commission (OWN-59, OWN-100). It stays completed, because the player
 * has the goods, unless staff give them back to the stock (`restock`).
 */
@Injectable()
export class RefundOrder {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal transitions */
  async execute({ orderId, actor, version, restock = false }: RefundOrderInput): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const order = await lockOrder(tx, orderId, version);
      check(order);
      order.paymentStatus = 'refunded';
      order.version += 1;
      await tx.save(order);
      await undoPurchase(tx, order, { goods: [], reason: 'order refunded', actor, now: this.clock.now() });
      await reverseCommission(tx, order, actor);
      if (restock)
        await book(
          tx,
          { idempotencyKey: `restock:${orderId}`, reason: 'goods are back', actor },
          goodsLines(order),
        );
      appendEvent(tx, {
        type: 'order.refunded',
        aggregate: 'order',
        aggregateId: String(orderId),
        version: order.version,
      });
      const detail = { restock };
      await audit(tx, { actor, action: 'order.refund', subject: `order:${orderId}`, detail });
      const answer = await wireOrder(tx, orderId);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}

function check({ kind, status, paymentStatus }: Order): void {
  if (isRefundable(status, paymentStatus, kind)) return;
  throw new ShopError('ILLEGAL_MOVE', `An order that is ${status} and ${paymentStatus} can't be refunded.`, {
    legal: legalTransitions(status, paymentStatus),
  });
}
