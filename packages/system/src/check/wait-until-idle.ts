import { until } from '@pax/local';
import type { WholeShop } from '../support/whole-shop.js';

/** Unfinished work by name; all of it ends without help. */
const UNFINISHED_WORK = `
  SELECT what, n FROM (
    SELECT 'events to publish' AS what, count(*)::int AS n FROM outbox_events
      WHERE published_at IS NULL OR tell_at < 'infinity'
    UNION ALL SELECT 'acts that can be taken back', count(*)::int FROM undoable_acts
    UNION ALL SELECT 'posts to send', count(*)::int FROM posts WHERE state IN ('pending', 'claimed')
    UNION ALL SELECT 'batches to report', count(*)::int FROM post_batches WHERE state IN ('claimed', 'registered')
    UNION ALL SELECT 'edits to make', count(*)::int FROM post_batches
      WHERE state = 'sent' AND edit_wanted > edit_done AND NOT gone
    UNION ALL SELECT 'provider messages to process', count(*)::int FROM provider_messages WHERE processed_at IS NULL
    UNION ALL SELECT 'refunds to send', count(*)::int FROM refunds WHERE state = 'requested'
  ) AS work WHERE n > 0`;

/** Direct messages that the bot has not sent yet, and unfinished changes of threads. */
const UNSENT_MESSAGES = `
  SELECT what, n FROM (
    SELECT 'direct messages to send' AS what, count(*)::int AS n FROM direct_messages
      WHERE state IN ('pending', 'registered')
    UNION ALL SELECT 'threads to open or archive', count(*)::int FROM ticket_threads
      WHERE state = 'wanted' OR (state = 'open' AND ended)
    UNION ALL SELECT 'messages for threads', count(*)::int FROM thread_messages WHERE state = 'wanted'
  ) AS work WHERE n > 0`;

/** Waits until all events, posts, refunds and provider messages are processed. @throws Error that names the rest */
export async function waitUntilIdle(shop: WholeShop, deadlineMs = 60_000): Promise<void> {
  await waitUntilEmpty(UNFINISHED_WORK, shop, deadlineMs);
}

/** Like `waitUntilIdle`, and then waits until all direct messages are sent and all threads are changed. */
export async function waitUntilMessagesSent(shop: WholeShop, deadlineMs = 60_000): Promise<void> {
  await waitUntilIdle(shop, deadlineMs);
  await waitUntilEmpty(UNSENT_MESSAGES, shop, deadlineMs);
}

async function waitUntilEmpty(query: string, shop: WholeShop, deadlineMs: number): Promise<void> {
  let left: unknown[] = [];
  const isEmpty = async (): Promise<boolean> => {
    left = (await shop.database.query(query)).rows;
    return left.length === 0;
  };
  try {
    await until(isEmpty, { deadlineMs, everyMs: 100, what: 'quiet' });
  } catch {
    throw new Error(`not quiet after ${deadlineMs / 1000} s: ${JSON.stringify(left)}`);
  }
}
