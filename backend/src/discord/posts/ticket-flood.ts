import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { writePosts } from './write-posts.js';

/**
 * Hourly limits of tickets that get a post and a thread of their own: per customer, and for all others together.
 */
const POSTS_PER_CUSTOMER = 10;
const POSTS_PER_HOUR = 60;
const FOLD_KEY = 'ticket-flood';
const keptRow = z.object({ id: z.number(), batchId: z.string().nullable() });

interface HourlyPostLimits {
  readonly perCustomer: number;
  readonly forOthers: number;
}

/** Limits of posts about tickets per hour, multiplied by RATE_LIMIT_FACTOR. */
export const hourlyPostLimits = (factor: number): HourlyPostLimits => ({
  perCustomer: Math.ceil(POSTS_PER_CUSTOMER * factor),
  forOthers: Math.ceil(POSTS_PER_HOUR * factor),
});

/**
 * Counts tickets beyond the limit in one post per hour, which is edited for each. Such tickets are listed in the
 * panel only.
 */
export async function countUnpostedTickets(
  tx: Tx,
  events: readonly OutboxEvent[],
  { perCustomer, forOthers }: HourlyPostLimits,
): Promise<void> {
  for (const event of events) {
    const kept = await sql(tx).first(
      keptRow,
      `SELECT id, batch_id AS "batchId" FROM posts
        WHERE channel = 'tickets' AND fold_key = $1 AND state <> 'counted' AND occurred_at > $2::timestamptz - interval '1 hour'
        ORDER BY id DESC LIMIT 1`,
      [FOLD_KEY, event.occurredAt],
    );
    const alert = {
      kind: 'failure' as const,
      title: 'More new tickets than are posted',
      detail: `Beyond ${forOthers} an hour, and ${perCustomer} of one customer, a ticket stays in the panel and is counted here.`,
    };
    const content = { kind: 'alert' as const, alert, count: 1 };
    await writePosts(tx, [{ ...event, channel: 'tickets', content, foldKey: FOLD_KEY }]);
    if (!kept) continue;
    const counted = await sql(tx).affected(
      `UPDATE posts SET state = 'counted', counted_in = $1
        WHERE event_id = $2 AND channel = 'tickets' AND state = 'pending' AND id <> $1`,
      [kept.id, event.eventId],
    );
    if (counted === 0) continue;
    await sql(tx).run(
      `UPDATE posts SET content = jsonb_set(content, '{count}', to_jsonb((content ->> 'count')::int + 1)) WHERE id = $1`,
      [kept.id],
    );
    await sql(tx).run('UPDATE post_batches SET edit_wanted = edit_wanted + 1 WHERE id = $1 AND NOT gone', [
      kept.batchId,
    ]);
  }
}
