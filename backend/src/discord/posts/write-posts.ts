import type { Channel, Post, PostContent } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

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
