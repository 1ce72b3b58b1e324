import { EDITS_ORDER_POST, POSTED, type Channel } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import type { OutboxEvent } from '../../infra/outbox/projections.js';
import { orderOfStep } from '../orders/order.mapper.js';
import { writePost } from './write-post.js';

/** Events of orders that have a post of their own. */
export const ORDER_EVENTS = [
  'order.paid',
  'order.unconfirmed',
  'order.overdue',
  'order.completed',
  'order.archived',
  'order.cancelled',
  'order.refunded',
] as const;

/** The post of an order's event, with the order as it is now (OWN-129, OWN-130). */
export async function postOrder(tx: Tx, event: OutboxEvent): Promise<Channel[]> {
  const channel = POSTED[event.type];
  const order = await orderOfStep(tx, Number(event.aggregateId));
  if (!channel || !order) return [];
  await writePost(tx, { ...event, channel, orderId: order.id, content: { kind: 'order', order } });
  return [channel];
}

/**
 * Asks for an edit of the order's messages. A post that is not in a message yet needs none here: when its message
 * is reported, its order is looked at again.
 */
export async function editOrderPosts(tx: Tx, event: OutboxEvent): Promise<Channel[]> {
  if (!EDITS_ORDER_POST.includes(event.type)) return [];
  const [, count]: [unknown, number] = await tx.query(
    `UPDATE post_batches SET edit_wanted = edit_wanted + 1
      WHERE state IN ('registered', 'sent') AND NOT gone
        AND id IN (SELECT batch_id FROM posts WHERE order_id = $1 AND channel = 'orders')`,
    [Number(event.aggregateId)],
  );
  return count > 0 ? ['orders'] : [];
}
