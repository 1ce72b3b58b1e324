import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Batch, Channel } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import {
  CLAIM_MS,
  CLAIM_COLUMNS,
  claimedRow,
  dissolveBatch,
  insertBatch,
  lockUnreportedBatch,
  postRow,
  readBatchPosts,
  toBotBatch,
  type BatchRow,
} from './batch-rows.js';
import { assertCurrentFence, fenceRow, requireFence } from '../bot/bot-lease.js';
import { StockPosts } from './stock-posts.js';
import { summarisePosts } from './summarise-posts.js';
import { isUnpaidOrderSql } from '../../shop/orders/find-orders.js';

const waitingRow = fenceRow.extend({ waiting: z.boolean() });
const pendingRow = postRow.pick({ id: true }).extend({ alone: z.boolean() });

const MAX_POSTS = 10;

/**
 * Gives the bot the next posts of a channel. A registered batch is returned unchanged until it is reported; one
 * that is only claimed is dissolved and formed anew.
 */
@Injectable()
export class ClaimPosts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly stockPosts: StockPosts,
  ) {}

  /**
   * Claims the next batch of a channel.
   * @returns null when nothing is pending
   * @throws ShopError FENCED
   */
  async execute(channel: Channel, fence: number): Promise<Batch | null> {
    if (!(await this.isAnyWaiting(channel, fence))) return null;
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      await sql(tx).run(`SELECT pg_advisory_xact_lock(hashtext('posts:' || $1))`, [channel]);
      const unreported = await lockUnreportedBatch(tx, channel);
      if (unreported?.state === 'registered') return renewClaim(tx, unreported, fence);
      if (unreported) await dissolveBatch(tx, unreported.id);
      if (channel === 'stock' || channel === 'restocks') await this.stockPosts.deleteUnsoldPosts(tx, channel);
      return claimNewBatch(tx, channel, fence);
    });
  }

  /** Looks for posts without a transaction first, because usually none is pending. */
  private async isAnyWaiting(channel: Channel, fence: number): Promise<boolean> {
    const row = await sql(this.database).first(
      waitingRow,
      `SELECT fence, EXISTS (SELECT 1 FROM posts WHERE channel = $1 AND state = 'pending')
                  OR EXISTS (SELECT 1 FROM post_batches WHERE channel = $1 AND state IN ('claimed', 'registered')) AS waiting
         FROM bot_lease`,
      [channel],
    );
    assertCurrentFence(fence, row?.fence);
    return row?.waiting === true;
  }
}

async function renewClaim(tx: Tx, batch: BatchRow, fence: number): Promise<Batch> {
  const row = await sql(tx).first(
    claimedRow,
    `UPDATE post_batches SET fence = $2, lease_until = clock_timestamp() + $3 * interval '1 ms' WHERE id = $1 RETURNING ${CLAIM_COLUMNS}`,
    [batch.id, fence, CLAIM_MS],
  );
  if (!row) throw new Error('UPDATE post_batches returned no row.');
  return toBotBatch(row, await readBatchPosts(tx, batch.id));
}

async function claimNewBatch(tx: Tx, channel: Channel, fence: number): Promise<Batch | null> {
  await foldPosts(tx, channel);
  await summarisePosts(tx, channel);
  const ids = await findNextPosts(tx, channel);
  if (ids.length === 0) return null;
  const batch = await insertBatch(tx, channel, fence);
  await sql(tx).run(`UPDATE posts SET state = 'claimed', batch_id = $1 WHERE id = ANY($2)`, [batch.id, ids]);
  return toBotBatch(batch, await readBatchPosts(tx, batch.id));
}

/**
 * Finds the oldest pending posts, those of unpaid orders last. A post that Discord refused before gets a batch of
 * its own.
 */
async function findNextPosts(tx: Tx, channel: Channel): Promise<number[]> {
  const rows = await sql(tx).rows(
    pendingRow,
    `SELECT p.id, p.alone FROM posts p
      WHERE p.channel = $1 AND p.state = 'pending' ORDER BY ${isUnpaidOrderSql('p.order_id')} IS TRUE, p.id LIMIT $2 FOR UPDATE OF p`,
    [channel, MAX_POSTS],
  );
  const firstAlone = rows.findIndex((row) => row.alone);
  const end = firstAlone === -1 ? rows.length : Math.max(1, firstAlone);
  return rows.slice(0, end).map((row) => row.id);
}

const groupRow = z.object({
  keeper: z.number(),
  /** Ids of the posts as text, because in an array bigints are not parsed as numbers. */
  ids: z.array(z.string()),
  count: z.number(),
});

/**
 * Folds pending posts about one product or alert: the newest is posted and counts the older ones and those counted
 * in them, so that each event is in exactly one post.
 */
async function foldPosts(tx: Tx, channel: Channel): Promise<void> {
  const groups = await sql(tx).rows(
    groupRow,
    `SELECT max(id) AS keeper, array_agg(id)::int8[] AS ids, sum(COALESCE((content ->> 'count')::int, 1))::int AS count
       FROM posts WHERE channel = $1 AND state = 'pending' AND fold_key IS NOT NULL AND NOT alone
      GROUP BY fold_key HAVING count(*) > 1`,
    [channel],
  );
  for (const { keeper, ids, count } of groups) {
    await sql(tx).run(`UPDATE posts SET counted_in = $1 WHERE counted_in = ANY($2::int8[])`, [keeper, ids]);
    await sql(tx).run(
      `UPDATE posts SET state = 'counted', counted_in = $1 WHERE id = ANY($2::int8[]) AND id <> $1`,
      [keeper, ids],
    );
    await sql(tx).run(
      `UPDATE posts SET content = jsonb_set(content, '{count}', to_jsonb($2::int)) WHERE id = $1 AND content ? 'count'`,
      [keeper, count],
    );
  }
}
