import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { ORDER_TRANSITION_TABLE, type EventType } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { tellNow } from '../../platform/outbox/undoable-acts.js';
import { deliveryDueAt, type DeliveryTimes, type PaidCheckout } from './create-orders.js';
import { Order } from './order.entity.js';
import { recordTransition } from './change-order-status.js';
import { orderThing } from './find-orders.js';
import { splitCheckoutShares } from './refund-share.js';

const receivedRow = z.object({ receivedAt: z.date() });

/**
 * Records when the buyer first confirmed that a delivered order arrived. The order keeps its version, because only
 * disputes use this time.
 * @throws ShopError NOT_FOUND for other people's orders, CONFLICT before delivery
 */
export async function confirmOrderReceived(
  manager: EntityManager,
  id: number,
  userId: number,
): Promise<Date> {
  const row = await sql(manager).first(
    receivedRow,
    `UPDATE orders SET received_at = COALESCE(received_at, now())
      WHERE id = $1 AND user_id = $2 AND status IN ('completed', 'archived') RETURNING received_at AS "receivedAt"`,
    [id, userId],
  );
  if (row) return row.receivedAt;
  const isOwn = await sql(manager).exists('SELECT FROM orders WHERE id = $1 AND user_id = $2', [id, userId]);
  if (isOwn) throw new ShopError('CONFLICT', 'This order is not delivered.');
  throw new ShopError('NOT_FOUND', 'There is no such order.');
}

/** Marks the unconfirmed orders of a locked checkout as paid and sets what they earn. */
export async function confirmOrders(tx: Tx, paid: PaidCheckout, delivery: DeliveryTimes): Promise<void> {
  const shares = splitCheckoutShares(paid);
  for (const order of await lockUnconfirmedOrders(tx, paid.checkout.id)) {
    const share = shares[paid.lines.findIndex(({ lineNo }) => lineNo === order.lineNo)];
    Object.assign(order, share, {
      paymentStatus: 'paid',
      dueAt: deliveryDueAt(paid.paidAt, order.coins, delivery),
    });
    await saveChangedOrders(tx, order, 'order.confirmed');
  }
}

/**
 * Cancels the unconfirmed orders of a locked checkout, for which nothing was paid. The caller releases the hold.
 */
export async function voidOrders(
  tx: Tx,
  checkoutId: number,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  for (const order of await lockUnconfirmedOrders(tx, checkoutId)) {
    const from = order.status;
    order.status = ORDER_TRANSITION_TABLE.cancel.to;
    order.paymentStatus = 'void';
    order.cancelledAt = now;
    await tellNow(tx, orderThing(order.id));
    await saveChangedOrders(tx, order, 'order.cancelled');
    await recordTransition(tx, order, from, actor);
  }
}

function lockUnconfirmedOrders(tx: Tx, checkoutId: number): Promise<Order[]> {
  return tx.find(Order, {
    where: { checkoutId, paymentStatus: 'unconfirmed' },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

async function saveChangedOrders(tx: Tx, order: Order, type: EventType): Promise<void> {
  order.version += 1;
  await tx.save(order);
  appendEvent(tx, {
    type,
    aggregate: 'order',
    aggregateId: String(order.id),
    version: order.version,
  });
}
