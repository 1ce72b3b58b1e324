import { until } from '@pax/local';
import type { WholeShop } from '../support/whole-shop.js';

/** What still has to be done, by name; all of it ends by itself. */
const WAITING = `
  SELECT what, n FROM (
    SELECT 'events to publish' AS what, count(*)::int AS n FROM outbox_events WHERE published_at IS NULL
    UNION ALL SELECT 'posts to send', count(*)::int FROM posts WHERE state IN ('pending', 'claimed')
    UNION ALL SELECT 'batches to report', count(*)::int FROM post_batches WHERE state IN ('claimed', 'registered')
    UNION ALL SELECT 'edits to make', count(*)::int FROM post_batches
      WHERE state = 'sent' AND edit_wanted > edit_done AND NOT gone
    UNION ALL SELECT 'provider messages to process', count(*)::int FROM provider_messages WHERE processed_at IS NULL
    UNION ALL SELECT 'refunds to send', count(*)::int FROM refunds WHERE state = 'requested'
  ) AS work WHERE n > 0`;

/** What the bot still has to tell people, and the threads that it has to open or archive. */
const UNTOLD = `
  SELECT what, n FROM (
    SELECT 'direct messages to send' AS what, count(*)::int AS n FROM direct_messages
      WHERE state IN ('pending', 'registered')
    UNION ALL SELECT 'threads to open or archive', count(*)::int FROM ticket_threads
      WHERE state = 'wanted' OR (state = 'open' AND ended)
  ) AS work WHERE n > 0`;

/** Waits until everything that was set in motion has come to its end. @throws Error naming what has not */
export async function waitUntilIdle(shop: WholeShop, deadlineMs = 60_000): Promise<void> {
  await waitUntilNoneOf(WAITING, shop, deadlineMs);
}

/** As `waitUntilIdle`, then waits until people were told everything and each ticket has its thread. */
export async function waitUntilTold(shop: WholeShop, deadlineMs = 60_000): Promise<void> {
  await waitUntilIdle(shop, deadlineMs);
  await waitUntilNoneOf(UNTOLD, shop, deadlineMs);
}

async function waitUntilNoneOf(query: string, shop: WholeShop, deadlineMs: number): Promise<void> {
  let left: unknown[] = [];
  const isNone = async (): Promise<boolean> => {
    left = (await shop.database.query(query)).rows;
    return left.length === 0;
  };
  try {
    await until(isNone, { deadlineMs, everyMs: 100, what: 'quiet' });
  } catch {
    throw new Error(`not quiet after ${deadlineMs / 1000} s: ${JSON.stringify(left)}`);
  }
}
