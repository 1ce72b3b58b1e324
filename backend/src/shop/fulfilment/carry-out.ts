import { ORDER_TRANSITION_TABLE, type EventType, type OrderTransition } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { readLockedCheckout } from '../checkout/checkout-locks.js';
import { endUnpaid } from '../checkout/settle/end-checkout.js';
import { freeClaim } from '../orders/create-join-order.js';
import type { Order } from '../orders/order.entity.js';
import { countPart, type RefundPart } from '../orders/refund-share.js';
import { recordTransition } from '../orders/order-history.js';
import type { MadeRefund } from '../payments/refunds/request-refund.js';
import { bookEarnings } from './earnings.js';
import { goodsLines, undoOrder } from './undo-order.js';

const EVENT_OF: Record<OrderTransition, EventType> = {
  process: 'order.processing',
  release: 'order.released',
  complete: 'order.completed',
  cancel: 'order.cancelled',
  archive: 'order.archived',
};

/** The actor and the time of a transition. */
export interface TransitionDetails {
  /** The actor, as audit rows name it. */
  actor: string;
  now: Date;
  /** The reason of a cancellation, as its refund says. */
  reason?: string;
  /** The provider's refund that gave its cash back; without one the shop sends it. */
  made?: MadeRefund;
}

/** Carries out a legal transition of a locked order, with what it books. */
export async function carryOut(
  tx: Tx,
  order: Order,
  transition: OrderTransition,
  details: TransitionDetails,
): Promise<void> {
  const from = order.status;
  change(order, transition, details);
  const part = transition === 'cancel' ? countPart(order) : undefined;
  if (transition === 'complete') await bookEarnings(tx, order);
  await tx.save(order);
  await recordTransition(tx, order, from, details.actor);
  if (part) await undoWithGoods(tx, order, part, details);
  appendEvent(tx, {
    type: EVENT_OF[transition],
    aggregate: 'order',
    aggregateId: String(order.id),
    version: order.version,
  });
}

/** Nothing was paid yet: the whole checkout fails, with all its orders. */
export async function cancelUnconfirmed(
  tx: Tx,
  { checkoutId }: Order,
  details: TransitionDetails,
): Promise<void> {
  if (checkoutId === null) throw new Error('an unconfirmed order has no checkout');
  await endUnpaid(tx, await readLockedCheckout(tx, checkoutId), { to: 'failed', ...details });
}

function change(order: Order, transition: OrderTransition, { actor, now }: TransitionDetails): void {
  order.status = ORDER_TRANSITION_TABLE[transition].to;
  order.version += 1;
  if (transition === 'process') order.processedBy = actor;
  if (transition === 'release') order.processedBy = null;
  // Staff who deliver an order that nobody took count as having taken it, too.
  if (transition === 'complete') order.processedBy ??= actor;
  if (transition === 'complete') order.completedAt = now;
  if (transition === 'archive') order.archivedAt = now;
  if (transition === 'cancel') order.cancelledAt = now;
}

/** Gives back a cancelled order as a whole: the goods and the claim of a join reward as well. */
async function undoWithGoods(
  tx: Tx,
  order: Order,
  part: RefundPart,
  { actor, now, reason = 'order cancelled', made }: TransitionDetails,
): Promise<void> {
  await undoOrder(tx, order, { part, reason, actor, now, made, goods: goodsLines(order) });
  if (order.kind === 'join_reward') await freeClaim(tx, order.id, now);
}
