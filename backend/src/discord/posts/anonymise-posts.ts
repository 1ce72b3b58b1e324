import type { Channel } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

const batchRow = z.object({ batchId: z.string().nullable() });

/** Selects the posts that name a deleted person, with the name that replaces the account's. */
export interface PostsToAnonymise {
  readonly orderIds: readonly number[];
  /** Ids of the events of the person's tickets. */
  readonly eventIds: readonly string[];
  /** Orders of friends, whose posts may contain the person's referral code. */
  readonly friendOrderIds: readonly number[];
  /** The replacement name of the erased account. */
  readonly username: string;
}

/** Removes a person from posts, sent or not. Sent messages are edited in Discord to a short reference. */
export async function anonymisePosts(
  tx: Tx,
  { orderIds, eventIds, friendOrderIds, username }: PostsToAnonymise,
): Promise<void> {
  // Locks posts by id before the messages, in the same order as the bot's calls, to prevent deadlocks.
  await sql(tx).run(
    `SELECT FROM posts WHERE order_id = ANY($1) OR event_id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [[...orderIds, ...friendOrderIds], eventIds],
  );
  const named = await sql(tx).rows(
    batchRow,
    `UPDATE posts SET content = jsonb_set(content, '{order}', content -> 'order'
        || jsonb_build_object('username', $2::text, 'discordUsername', NULL, 'minecraftName', NULL))
      WHERE order_id = ANY($1) AND content ->> 'kind' = 'order' RETURNING batch_id AS "batchId"`,
    [orderIds, username],
  );
  const tickets = await sql(tx).rows(
    batchRow,
    `UPDATE posts SET content = jsonb_set(content, '{ticket}', content -> 'ticket'
        || '{"name": "", "subject": "", "message": "", "response": null, "username": null, "discordId": null,
             "namedOrders": []}')
      WHERE event_id = ANY($1::uuid[]) AND content ->> 'kind' = 'ticket' RETURNING batch_id AS "batchId"`,
    [eventIds],
  );
  await sql(tx).run(
    `UPDATE posts SET content = jsonb_set(content, '{order,referralCode}', 'null')
      WHERE order_id = ANY($1) AND content ->> 'kind' = 'order'
        AND content #> '{order,referralCode}' <> 'null'`,
    [friendOrderIds],
  );
  await requestEdits(tx, [...named, ...tickets, ...(await clearBuyers(tx, orderIds))]);
}

/** Removes the buyers' names from the posts for shoppers about orders, sent or not. */
export async function removeBuyers(tx: Tx, orderIds: readonly number[]): Promise<Channel[]> {
  // Locks posts by id before the messages, as `anonymisePosts` does.
  await sql(tx).run(
    `SELECT FROM posts WHERE order_id = ANY($1) AND channel = 'purchases' ORDER BY id FOR NO KEY UPDATE`,
    [orderIds],
  );
  const cleared = await clearBuyers(tx, orderIds);
  await requestEdits(tx, cleared);
  return cleared.length > 0 ? ['purchases'] : [];
}

type PostBatch = z.infer<typeof batchRow>;

const clearBuyers = (tx: Tx, orderIds: readonly number[]): Promise<PostBatch[]> =>
  sql(tx).rows(
    batchRow,
    `UPDATE posts SET content = content || '{"buyer": null}'
      WHERE order_id = ANY($1) AND content ->> 'kind' = 'purchase' AND content ->> 'buyer' IS NOT NULL
      RETURNING batch_id AS "batchId"`,
    [orderIds],
  );

async function requestEdits(tx: Tx, posts: readonly PostBatch[]): Promise<void> {
  const batches = posts.flatMap(({ batchId }) => (batchId === null ? [] : [batchId]));
  await sql(tx).run(
    `WITH batch AS MATERIALIZED (
       SELECT id FROM post_batches
        WHERE id = ANY($1) AND state IN ('claimed', 'registered', 'sent') AND NOT gone ORDER BY id FOR NO KEY UPDATE)
     UPDATE post_batches SET edit_wanted = edit_wanted + 1 WHERE id IN (SELECT id FROM batch)`,
    [[...new Set(batches)]],
  );
}
