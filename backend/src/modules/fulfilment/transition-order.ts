import { Injectable } from '@nestjs/common';
import {
  legalTransitions,
  ORDER_TRANSITION_TABLE,
  type EventType,
  type Order as WireOrder,
  orderTransition,
} from '@pax/contracts';
import type { z } from 'zod';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { Transactions } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { audit } from '../audit/audit.js';
import { payCommission } from './commission.js';
import { lockOrder } from '../orders/lock-order.js';
import type { Order } from '../orders/order.entity.js';
import { recordTransition } from '../orders/order-history.js';
import { wireOrder } from '../orders/order.mapper.js';

/** The transitions of an order that change nothing but the order (and the commission it carries). */
export const plainTransition = orderTransition.exclude(['cancel']);
export type PlainTransition = z.infer<typeof plainTransition>;

const EVENT_OF: Record<PlainTransition, EventType> = {
  process: 'order.processing',
  release: 'order.released',
  complete: 'order.completed',
  archive: 'order.archived',
};

export interface TransitionOrderInput {
  orderId: number;
  transition: PlainTransition;
  /** Who does it, as audit rows name it. */
  actor: string;
  /** The version the caller saw, if it names one. */
  version?: number;
}

/** A transition of an order by staff: take it, hand it back, complete it, archive it (ADMIN orders). */
@Injectable()
export class TransitionOrder {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal transitions */
  async execute(input: TransitionOrderInput): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const order = await lockOrder(tx, input.orderId, input.version);
      check(order, input);
      const from = order.status;
      order.status = ORDER_TRANSITION_TABLE[input.transition].to;
      order.version += 1;
      if (input.transition === 'complete') order.completedAt = this.clock.now();
      if (input.transition === 'archive') order.archivedAt = this.clock.now();
      await tx.save(order);
      await recordTransition(tx, order, from, input.actor);
      if (input.transition === 'complete') await payCommission(tx, order);
      appendEvent(tx, {
        type: EVENT_OF[input.transition],
        aggregate: 'order',
        aggregateId: String(order.id),
        version: order.version,
      });
      await audit(tx, {
        actor: input.actor,
        action: `order.${input.transition}`,
        subject: `order:${order.id}`,
      });
      const answer = await wireOrder(tx, order.id);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}

function check(order: Order, { transition }: TransitionOrderInput): void {
  const legal = legalTransitions(order.status, order.paymentStatus);
  if (!legal.includes(transition))
    throw new ShopError('ILLEGAL_MOVE', `An order that is ${order.status} does not allow this.`, { legal });
}
