import { type Channel, type Post, type PostContent, eventDefinition } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { cachedOrders } from '../../shop/orders/order.mapper.js';

export interface NewPost {
  eventId: string;
  type: Post['type'];
  channel: Channel;
  content: PostContent;
  occurredAt: Date;
  orderId?: number;
  /** True when the post gets a Discord message of its own. */
  alone?: boolean;
  /** Key by which pending posts are folded into one. */
  foldKey?: string;
}

/** Writes Discord posts, at most one per event and channel, however often the event is relayed. */
export async function writePosts(tx: Tx, posts: readonly NewPost[]): Promise<void> {
  if (posts.length === 0) return;
  await sql(tx).run(
    `INSERT INTO posts (event_id, type, channel, content, occurred_at, order_id, fold_key, alone)
     SELECT event_id, type, channel, content, occurred_at, order_id, fold_key, alone
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::int[], $7::text[], $8::boolean[])
            WITH ORDINALITY AS p (event_id, type, channel, content, occurred_at, order_id, fold_key, alone, ordinal)
      ORDER BY ordinal
     ON CONFLICT (event_id, channel) WHERE resend_of IS NULL DO NOTHING`,
    [
      posts.map(({ eventId }) => eventId),
      posts.map(({ type }) => type),
      posts.map(({ channel }) => channel),
      posts.map(({ content }) => JSON.stringify(content)),
      posts.map(({ occurredAt }) => occurredAt),
      posts.map(({ orderId }) => orderId ?? null),
      posts.map(({ foldKey }) => foldKey ?? null),
      posts.map(({ alone }) => alone ?? false),
    ],
  );
}

/** Function that reads the pictures of products by their ids. */
export type ReadImages = (tx: Tx, productIds: readonly number[]) => Promise<Map<number, { image?: string }>>;

/** Writes posts about order events, with the newest state of the orders. */
export async function postOrders(
  tx: Tx,
  events: readonly OutboxEvent[],
  imagesOf: ReadImages,
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
 * SQL of the time of the next edit. Discord allows few edits of messages older than an hour, so changes of 3 s
 * share one edit.
 */
const EDIT_TIME = `CASE WHEN edit_wanted = edit_done AND sent_at < clock_timestamp() - interval '59 minutes'
       THEN GREATEST(edit_after, clock_timestamp() + interval '3 seconds') ELSE edit_after END`;

/** Requests edits of the messages about orders. If a post is not sent yet, its report requests the edit later. */
export async function requestOrderEdits(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const count = await sql(tx).affected(
    // Locks messages by id, as a deletion does, to prevent deadlocks.
    `WITH batch AS MATERIALIZED (
       SELECT id FROM post_batches
        WHERE id IN (SELECT batch_id FROM posts WHERE order_id = ANY($1) AND channel = 'orders')
          AND state IN ('registered', 'sent') AND NOT gone ORDER BY id FOR NO KEY UPDATE)
     UPDATE post_batches SET edit_wanted = edit_wanted + 1, edit_after = ${EDIT_TIME}
      WHERE id IN (SELECT id FROM batch)`,
    [events.map(({ aggregateId }) => Number(aggregateId))],
  );
  return count > 0 ? ['orders'] : [];
}
