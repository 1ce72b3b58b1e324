import { CHANNELS, type Batch, type Channel, type Post, type PostContent } from '@pax/contracts';
import { z } from 'zod';
import { randomRef } from '../../platform/secrets.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/** Time for which a bot's claim of posts is valid, ms. */
export const CLAIM_MS = 60_000;

const batchRow = z.object({
  id: z.string(),
  channel: z.enum(CHANNELS),
  nonce: z.string(),
  payload: z.string().nullable(),
  channel_id: z.string().nullable(),
  state: z.enum(['claimed', 'registered', 'sent', 'dissolved']),
  first_attempt_at: z.date().nullable(),
  lease_until: z.date(),
  message_id: z.string().nullable(),
});
export type BatchRow = z.infer<typeof batchRow>;
const batchIdRow = batchRow.pick({ id: true });

/** A batch that was just claimed, with its times as durations by the database's clock, ms. */
export const claimedRow = batchRow.extend({
  remaining_ms: z.number(),
  /** Time since the first attempt to send the batch, ms; 0 before that. */
  first_attempt_age_ms: z.number(),
});
type ClaimedRow = z.infer<typeof claimedRow>;

/**
 * SQL columns of a claimed batch. Times are durations, because the clocks of backend and bot may differ from the
 * database's.
 */
export const CLAIM_COLUMNS = `*,
  GREATEST(0, extract(epoch FROM lease_until - clock_timestamp()) * 1000)::int8 AS remaining_ms,
  GREATEST(0, (extract(epoch FROM clock_timestamp() - first_attempt_at) * 1000)::int8) AS first_attempt_age_ms`;

/**
 * Schema of a stored post. Another version of the shop may have written types and snapshots unknown to this one.
 */
export const postRow = z.object({
  id: z.number(),
  event_id: z.string(),
  type: z.custom<Post['type']>((type) => typeof type === 'string'),
  occurred_at: z.date(),
  order_id: z.number().nullable(),
  content: z.custom<PostContent>(
    (content) => typeof content === 'object' && content !== null && 'kind' in content,
  ),
});
export type PostRow = z.infer<typeof postRow>;

/** Builds the API form of a post for the bot. */
export function toBotPost(row: PostRow): Post {
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    occurredAt: row.occurred_at.toISOString(),
    content: row.content,
  };
}

/** Builds the API form of a batch for the bot. */
export function toBotBatch(row: ClaimedRow, posts: readonly PostRow[]): Batch {
  return {
    id: row.id,
    channel: row.channel,
    nonce: row.nonce,
    posts: posts.map(toBotPost),
    payload: row.payload,
    channelId: row.channel_id,
    firstAttemptAt: row.first_attempt_at?.toISOString() ?? null,
    firstAttemptAgeMs: row.first_attempt_at ? row.first_attempt_age_ms : null,
    leaseUntil: row.lease_until.toISOString(),
    remainingMs: row.remaining_ms,
  };
}

/**
 * Locks the posts of batches by id, before the batches, in the order of a changed ticket, which locks its post
 * before its message.
 * @param batches SQL of the batches' ids
 */
async function lockPostsOf(tx: Tx, batches: string, parameters: readonly string[] = []): Promise<void> {
  await sql(tx).run(
    `SELECT FROM posts WHERE batch_id IN (${batches}) ORDER BY id FOR NO KEY UPDATE`,
    parameters,
  );
}

/** Reads and locks a batch and its posts. */
export async function lockBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  await lockPostsOf(tx, '$1', [id]);
  return sql(tx).first(batchRow, 'SELECT * FROM post_batches WHERE id = $1 FOR UPDATE', [id]);
}

/**
 * Reads and locks a channel's batch that is claimed or registered but not reported, and its posts; there is at most
 * one.
 */
export async function lockUnreportedBatch(tx: Tx, channel: Channel): Promise<BatchRow | undefined> {
  const unreported = `FROM post_batches WHERE channel = $1 AND state IN ('claimed', 'registered')`;
  await lockPostsOf(tx, `SELECT id ${unreported}`, [channel]);
  return sql(tx).first(batchRow, `SELECT * ${unreported} FOR UPDATE`, [channel]);
}

/** Reads the posts of a batch in their order. */
export async function readBatchPosts(tx: Tx, batchId: string): Promise<PostRow[]> {
  return sql(tx).rows(postRow, 'SELECT * FROM posts WHERE batch_id = $1 ORDER BY id', [batchId]);
}

/** Inserts a new batch with a new nonce, which never changes. */
export async function insertBatch(tx: Tx, channel: Channel, fence: number): Promise<ClaimedRow> {
  const row = await sql(tx).first(
    claimedRow,
    `INSERT INTO post_batches (id, channel, nonce, state, fence, lease_until)
     VALUES ($1, $2, $3, 'claimed', $4, clock_timestamp() + $5 * interval '1 ms') RETURNING ${CLAIM_COLUMNS}`,
    [randomRef(), channel, randomRef(), fence, CLAIM_MS],
  );
  if (!row) throw new Error('INSERT INTO post_batches returned no row.');
  return row;
}

/** Dissolves a batch that was not sent, which makes its posts pending again. */
export async function dissolveBatch(tx: Tx, batchId: string): Promise<void> {
  await sql(tx).run(`UPDATE posts SET state = 'pending', batch_id = NULL WHERE batch_id = $1`, [batchId]);
  await sql(tx).run(`UPDATE post_batches SET state = 'dissolved', payload = NULL WHERE id = $1`, [batchId]);
}

/**
 * Frees the claims of earlier lease holders. Unregistered batches are dissolved; registered ones can be claimed
 * again unchanged, because Discord may have them already.
 */
export async function freeOlderClaims(tx: Tx): Promise<void> {
  const claimed = `SELECT id FROM post_batches WHERE state = 'claimed'`;
  await lockPostsOf(tx, claimed);
  const rows = await sql(tx).rows(batchIdRow, `${claimed} ORDER BY id FOR UPDATE`);
  for (const { id } of rows) await dissolveBatch(tx, id);
  await sql(tx).run(`UPDATE post_batches SET lease_until = clock_timestamp() WHERE state = 'registered'`);
}
