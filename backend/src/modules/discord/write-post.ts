import type { Channel, Post, PostContent } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';

export interface NewPost {
  eventId: string;
  type: Post['type'];
  channel: Channel;
  content: PostContent;
  occurredAt: Date;
  orderId?: number;
  /** Waiting posts with the same key are folded into one. */
  foldKey?: string;
}

/** Writes an event's post for a channel; there is one at most, however often the event comes by (OWN-134). */
export async function writePost(tx: Tx, post: NewPost): Promise<void> {
  await tx.query(
    `INSERT INTO posts (event_id, type, channel, content, occurred_at, order_id, fold_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id, channel) WHERE resend_of IS NULL DO NOTHING`,
    [
      post.eventId,
      post.type,
      post.channel,
      JSON.stringify(post.content),
      post.occurredAt,
      post.orderId ?? null,
      post.foldKey ?? null,
    ],
  );
}
