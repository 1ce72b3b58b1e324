import { Injectable } from '@nestjs/common';
import { legalMoves, ORDER_TABLE, type EventType, type Order as WireOrder, orderMove } from '@pax/contracts';
import type { z } from 'zod';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { Transactions } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { audit } from '../audit/audit.js';
import { payCommission } from './commission.js';
import { lockOrder } from './lock-order.js';
import type { Order } from './order.entity.js';
import { recordStep } from './order-history.js';
import { wireOrder } from './order.mapper.js';

/** The moves of an order that change nothing but the order (and the commission it carries). */
export const plainMove = orderMove.exclude(['cancel']);
export type PlainMove = z.infer<typeof plainMove>;

const EVENT_OF: Record<PlainMove, EventType> = {
  process: 'order.processing',
  release: 'order.released',
  complete: 'order.completed',
  archive: 'order.archived',
};

export interface MoveOrderInput {
  orderId: number;
  move: PlainMove;
  /** Who does it, as audit rows name it. */
  actor: string;
  /** The version the mover saw, if it says one. */
  version?: number;
}

/** Staff move an order along its state table: take it, hand it back, complete it, archive it (ADMIN orders). */
@Injectable()
export class MoveOrder {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal moves */
  async execute(input: MoveOrderInput): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const order = await lockOrder(tx, input.orderId, input.version);
      check(order, input);
      const from = order.status;
      order.status = ORDER_TABLE[input.move].to;
      order.version += 1;
      if (input.move === 'complete') order.completedAt = this.clock.now();
      if (input.move === 'archive') order.archivedAt = this.clock.now();
      await tx.save(order);
      await recordStep(tx, order, from, input.actor);
      if (input.move === 'complete') await payCommission(tx, order);
      appendEvent(tx, {
        type: EVENT_OF[input.move],
        aggregate: 'order',
        aggregateId: String(order.id),
        version: order.version,
      });
      await audit(tx, { actor: input.actor, action: `order.${input.move}`, subject: `order:${order.id}` });
      const answer = await wireOrder(tx, order.id);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}

function check(order: Order, { move }: MoveOrderInput): void {
  const legal = legalMoves(order.status, order.paymentStatus);
  if (!legal.includes(move))
    throw new ShopError('ILLEGAL_MOVE', `An order that is ${order.status} does not allow this.`, { legal });
}
