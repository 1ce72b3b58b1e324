import { Injectable } from '@nestjs/common';
import { legalTransitions, type Order as WireOrder } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { Transactions } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { audit } from '../audit/audit.js';
import { freeClaim } from '../orders/join-claims.js';
import { lockOrder } from '../orders/lock-order.js';
import { recordTransition } from '../orders/order-history.js';
import { wireOrder } from '../orders/order.mapper.js';
import { goodsLines, undoPurchase } from './undo-purchase.js';

export interface CancelOrderInput {
  orderId: number;
  actor: string;
  version?: number;
}

/**
 * Cancels an order that is not delivered yet: credit, bonus, points and goods are given back as the order stored
 * them, the cash by a refund row, which is sent outside this transaction.
 */
@Injectable()
export class CancelOrder {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal transitions */
  async execute({ orderId, actor, version }: CancelOrderInput): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const order = await lockOrder(tx, orderId, version);
      const legal = legalTransitions(order.status, order.paymentStatus);
      if (!legal.includes('cancel'))
        throw new ShopError('ILLEGAL_MOVE', `An order that is ${order.status} can't be cancelled.`, {
          legal,
        });
      const from = order.status;
      order.status = 'cancelled';
      order.paymentStatus = 'refunded';
      order.cancelledAt = this.clock.now();
      order.version += 1;
      await tx.save(order);
      await recordTransition(tx, order, from, actor);
      const undoing = { reason: 'order cancelled', actor, now: this.clock.now() };
      await undoPurchase(tx, order, { ...undoing, goods: goodsLines(order) });
      if (order.kind === 'join_reward') await freeClaim(tx, orderId, this.clock.now());
      appendEvent(tx, {
        type: 'order.cancelled',
        aggregate: 'order',
        aggregateId: String(orderId),
        version: order.version,
      });
      await audit(tx, { actor, action: 'order.cancel', subject: `order:${orderId}` });
      const answer = await wireOrder(tx, orderId);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}
