import { eventDefinition, type Channel } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { cachedOrders } from '../../shop/orders/order.mapper.js';
import { writePosts, type NewPost } from './write-posts.js';

/** The pictures of products by their ids. */
export type ImagesOf = (tx: Tx, productIds: readonly number[]) => Promise<Map<number, { image?: string }>>;

/** Writes the posts of order events, with the orders' newest state. */
export async function postOrders(
  tx: Tx,
  events: readonly OutboxEvent[],
  imagesOf: ImagesOf,
): Promise<Channel[]> {
  const orders = await cachedOrders(
    tx,
    events.map(({ aggregateId }) => Number(aggregateId)),
  );
  const images = await imagesOf(
    tx,
    [...orders.values()].map(({ productId }) => productId),
  );
  const posts = events.flatMap((event): NewPost[] => {
    const { post: channel } = eventDefinition(event.type);
    const order = orders.get(Number(event.aggregateId));
    if (!channel || !order) return [];
    const content = { kind: 'order' as const, order, ...images.get(order.productId) };
    return [{ ...event, channel, orderId: order.id, content }];
  });
  await writePosts(tx, posts);
  return posts.map(({ channel }) => channel);
}

/**
 * When an edit may be made: Discord takes few edits of messages older than an hour, so that changes of one are gathered
 * for 3 s and cost one edit.
 */
const EDIT_AFTER = `CASE WHEN edit_wanted = edit_done AND sent_at < clock_timestamp() - interval '59 minutes'
       THEN GREATEST(edit_after, clock_timestamp() + interval '3 seconds') ELSE edit_after END`;

/** Requests edits of the orders' messages. Unsent posts need none, since ReportBatch compares their orders again. */
export async function editOrderPosts(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const count = await sql(tx).affected(
    `UPDATE post_batches SET edit_wanted = edit_wanted + 1, edit_after = ${EDIT_AFTER}
      WHERE state IN ('registered', 'sent') AND NOT gone
        AND id IN (SELECT batch_id FROM posts WHERE order_id = ANY($1) AND channel = 'orders')`,
    [events.map(({ aggregateId }) => Number(aggregateId))],
  );
  return count > 0 ? ['orders'] : [];
}
