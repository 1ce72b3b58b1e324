import { ORDER_TRANSITION_TABLE, type EventType } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { dueAfter, type DeliveryTimes, type PaidCheckout } from './create-orders.js';
import { Order } from './order.entity.js';
import { recordTransition } from './order-history.js';
import { splitShares } from './split-shares.js';

/** Makes the unconfirmed orders of a locked checkout paid, with what they earn now. */
export async function confirmOrders(tx: Tx, paid: PaidCheckout, delivery: DeliveryTimes): Promise<void> {
  const shares = splitShares(paid);
  for (const order of await unconfirmedOf(tx, paid.checkout.id)) {
    const share = shares[paid.lines.findIndex(({ lineNo }) => lineNo === order.lineNo)];
    Object.assign(order, share, {
      paymentStatus: 'paid',
      dueAt: dueAfter(paid.paidAt, order.coins, delivery),
    });
    await saveChanged(tx, order, 'order.confirmed');
  }
}

/** Cancels the unconfirmed orders of a locked checkout: nothing was paid, and its hold is released beside this. */
export async function voidOrders(
  tx: Tx,
  checkoutId: number,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  for (const order of await unconfirmedOf(tx, checkoutId)) {
    const from = order.status;
    order.status = ORDER_TRANSITION_TABLE.cancel.to;
    order.paymentStatus = 'void';
    order.cancelledAt = now;
    await saveChanged(tx, order, 'order.cancelled');
    await recordTransition(tx, order, from, actor);
  }
}

function unconfirmedOf(tx: Tx, checkoutId: number): Promise<Order[]> {
  return tx.find(Order, {
    where: { checkoutId, paymentStatus: 'unconfirmed' },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

async function saveChanged(tx: Tx, order: Order, type: EventType): Promise<void> {
  order.version += 1;
  await tx.save(order);
  appendEvent(tx, {
    type,
    aggregate: 'order',
    aggregateId: String(order.id),
    version: order.version,
  });
}
