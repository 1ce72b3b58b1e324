import type { Batch, Channel, Post, PostContent } from '@pax/contracts';
import { randomRef } from '../../../common/random.js';
import type { Tx } from '../../../infra/database/transaction.js';

/** How long a claim is valid, ms. */
export const CLAIM_MS = 60_000;

export interface BatchRow {
  id: string;
  channel: Channel;
  nonce: string;
  payload: string | null;
  state: 'claimed' | 'registered' | 'sent' | 'dissolved';
  first_attempt_at: Date | null;
  lease_until: Date;
  message_id: string | null;
  edit_wanted: number;
}

/** A batch just claimed, with its times as durations by the database's clock, ms. */
export interface ClaimedRow extends BatchRow {
  remaining_ms: number;
  /** 0 without a first attempt. */
  first_attempt_age_ms: number;
}

/** What a claim returns: durations, since the backend's and the bot's clocks may differ from the database's. */
export const CLAIMED = `*,
  GREATEST(0, extract(epoch FROM lease_until - clock_timestamp()) * 1000)::int8 AS remaining_ms,
  GREATEST(0, (extract(epoch FROM clock_timestamp() - first_attempt_at) * 1000)::int8) AS first_attempt_age_ms`;

export interface PostRow {
  id: number;
  event_id: string;
  type: Post['type'];
  occurred_at: Date;
  order_id: number | null;
  content: PostContent;
}

/** Maps a post for the bot. */
export function toPost(row: PostRow): Post {
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    occurredAt: row.occurred_at.toISOString(),
    content: row.content,
  };
}

/** Maps a batch for the bot. */
export function toBatch(row: ClaimedRow, posts: readonly PostRow[]): Batch {
  return {
    id: row.id,
    channel: row.channel,
    nonce: row.nonce,
    posts: posts.map(toPost),
    payload: row.payload,
    firstAttemptAt: row.first_attempt_at?.toISOString() ?? null,
    firstAttemptAgeMs: row.first_attempt_at ? row.first_attempt_age_ms : null,
    leaseUntil: row.lease_until.toISOString(),
    remainingMs: row.remaining_ms,
  };
}

/** Reads and locks a batch. */
export async function lockBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  const rows: BatchRow[] = await tx.query('SELECT * FROM post_batches WHERE id = $1 FOR UPDATE', [id]);
  return rows[0];
}

/** The batch of a channel that was claimed or registered and not reported, locked; there is one at most. */
export async function lockUnreported(tx: Tx, channel: Channel): Promise<BatchRow | undefined> {
  const rows: BatchRow[] = await tx.query(
    `SELECT * FROM post_batches WHERE channel = $1 AND state IN ('claimed', 'registered') FOR UPDATE`,
    [channel],
  );
  return rows[0];
}

/** The posts of a batch in their order. */
export async function postsOf(tx: Tx, batchId: string): Promise<PostRow[]> {
  return tx.query('SELECT * FROM posts WHERE batch_id = $1 ORDER BY id', [batchId]);
}

/** Opens a batch under a new nonce, which never changes. */
export async function insertBatch(tx: Tx, channel: Channel, fence: number): Promise<ClaimedRow> {
  const rows: ClaimedRow[] = await tx.query(
    `INSERT INTO post_batches (id, channel, nonce, state, fence, lease_until)
     VALUES ($1, $2, $3, 'claimed', $4, clock_timestamp() + $5 * interval '1 ms') RETURNING ${CLAIMED}`,
    [randomRef(), channel, randomRef(), fence, CLAIM_MS],
  );
  const [row] = rows;
  if (!row) throw new Error('INSERT INTO post_batches returned no row.');
  return row;
}

/** Dissolves a batch that was not sent; its posts are pending again. */
export async function dissolve(tx: Tx, batchId: string): Promise<void> {
  await tx.query(`UPDATE posts SET state = 'pending', batch_id = NULL WHERE batch_id = $1`, [batchId]);
  await tx.query(`UPDATE post_batches SET state = 'dissolved' WHERE id = $1`, [batchId]);
}

/**
 * Frees the claims of earlier lease holders: dissolves unregistered batches; registered ones can be claimed again
 * unchanged, since Discord may have them already.
 */
export async function freeOlderClaims(tx: Tx): Promise<void> {
  const rows: { id: string }[] = await tx.query(
    `SELECT id FROM post_batches WHERE state = 'claimed' ORDER BY id FOR UPDATE`,
  );
  for (const { id } of rows) await dissolve(tx, id);
  await tx.query(`UPDATE post_batches SET lease_until = clock_timestamp() WHERE state = 'registered'`);
}
