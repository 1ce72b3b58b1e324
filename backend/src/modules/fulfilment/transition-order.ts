import { Injectable } from '@nestjs/common';
import {
  legalTransitions,
  ORDER_TRANSITION_TABLE,
  type EventType,
  type Order as WireOrder,
  type OrderTransition,
} from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { audit } from '../audit/audit.js';
import { readLockedCheckout } from '../checkout/checkout-locks.js';
import { endUnpaid } from '../checkout/settle/end-unpaid.js';
import { freeClaim } from '../orders/join-claims.js';
import { lockOrder } from '../orders/lock-order.js';
import type { Order } from '../orders/order.entity.js';
import { recordTransition } from '../orders/order-history.js';
import { wireOrder } from '../orders/order.mapper.js';
import { payCommission } from './commission.js';
import { goodsLines, undoPurchase } from './undo-purchase.js';

const EVENT_OF: Record<OrderTransition, EventType> = {
  process: 'order.processing',
  release: 'order.released',
  complete: 'order.completed',
  cancel: 'order.cancelled',
  archive: 'order.archived',
};

export interface TransitionOrderInput {
  orderId: number;
  transition: OrderTransition;
  /** Who does it, as audit rows name it. */
  actor: string;
  /** The version the caller saw, if it names one. */
  version?: number;
}

/** A transition of an order by staff: take it, hand it back, complete it, cancel it, archive it (ADMIN orders). */
@Injectable()
export class TransitionOrder {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal transitions */
  async execute(input: TransitionOrderInput): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const { orderId, transition, actor, version } = input;
      const now = this.clock.now();
      const order = await lockOrder(tx, orderId, version);
      check(order, transition);
      if (transition === 'cancel' && order.paymentStatus === 'unconfirmed')
        await cancelUnconfirmed(tx, order, { actor, now });
      else await carryOut(tx, order, transition, { actor, now });
      await audit(tx, { actor, action: `order.${transition}`, subject: `order:${order.id}` });
      const answer = await wireOrder(tx, order.id);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}

interface Deed {
  actor: string;
  now: Date;
}

async function carryOut(tx: Tx, order: Order, transition: OrderTransition, deed: Deed): Promise<void> {
  const from = order.status;
  change(order, transition, deed.now);
  await tx.save(order);
  await recordTransition(tx, order, from, deed.actor);
  if (transition === 'complete') await payCommission(tx, order);
  if (transition === 'cancel') await undoOrder(tx, order, deed);
  appendEvent(tx, {
    type: EVENT_OF[transition],
    aggregate: 'order',
    aggregateId: String(order.id),
    version: order.version,
  });
}

/** Nothing was paid yet: the whole checkout fails, with all its orders (OWN-95). */
async function cancelUnconfirmed(tx: Tx, { checkoutId }: Order, deed: Deed): Promise<void> {
  if (checkoutId === null) throw new Error('an unconfirmed order has no checkout');
  await endUnpaid(tx, await readLockedCheckout(tx, checkoutId), { to: 'failed', ...deed });
}

function check(order: Order, transition: OrderTransition): void {
  const legal = legalTransitions(order.status, order.paymentStatus);
  if (!legal.includes(transition))
    throw new ShopError('ILLEGAL_MOVE', `An order that is ${order.status} does not allow this.`, { legal });
}

function change(order: Order, transition: OrderTransition, now: Date): void {
  order.status = ORDER_TRANSITION_TABLE[transition].to;
  order.version += 1;
  if (transition === 'complete') order.completedAt = now;
  if (transition === 'archive') order.archivedAt = now;
  if (transition !== 'cancel') return;
  order.cancelledAt = now;
  order.paymentStatus = 'refunded';
}

/**
 * Gives credit, bonus, points and goods back as the order stored them, the cash by a refund row, which is sent
 * outside this transaction.
 */
async function undoOrder(tx: Tx, order: Order, { actor, now }: Deed): Promise<void> {
  await undoPurchase(tx, order, { reason: 'order cancelled', actor, now, goods: goodsLines(order) });
  if (order.kind === 'join_reward') await freeClaim(tx, order.id, now);
}
