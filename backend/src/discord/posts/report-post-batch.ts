import { Injectable } from '@nestjs/common';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { lockBatch, readBatchPosts, dissolveBatch, type BatchRow, type PostRow } from './batch-rows.js';
import { requireFence } from '../bot/bot-lease.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { z } from 'zod';
import { isAnyOrderNewer } from '../../shop/orders/find-orders.js';

export interface BatchRegistration {
  fence: number;
  /** The whole Discord message, as JSON text. */
  payload: string;
  postIds: number[];
  /** The channel that the message is for; older bots do not report it. */
  channelId?: string;
}

/**
 * Freezes a batch's message before it is first sent. From then on the bot sends it unchanged or not at all, to the
 * named channel only.
 */
@Injectable()
export class RegisterBatch {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Freezes a batch; a repeat with the same message changes nothing.
   * @throws ShopError FENCED, NOT_FOUND, CONFLICT, VALIDATION
   */
  async execute(batchId: string, { fence, payload, postIds, channelId }: BatchRegistration): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const batch = await lockBatch(tx, batchId);
      if (!batch) throw new ShopError('NOT_FOUND', 'There is no such batch.');
      const isSame = batch.state === 'registered' && batch.payload === payload;
      if (isSame && (channelId === undefined || channelId === batch.channel_id)) return;
      if (!isSame && batch.state !== 'claimed')
        throw new ShopError('CONFLICT', `This batch is ${batch.state}.`);
      await releaseOtherPosts(tx, batchId, postIds);
      await sql(tx).run(
        `UPDATE post_batches SET state = 'registered', payload = $2, channel_id = $3,
                first_attempt_at = COALESCE(first_attempt_at, clock_timestamp())
          WHERE id = $1`,
        [batchId, payload, channelId],
      );
    });
  }
}

/**
 * Releases the batch's posts that did not fit into the message.
 * @throws ShopError VALIDATION when a given post is not of this batch
 */
async function releaseOtherPosts(tx: Tx, batchId: string, postIds: readonly number[]): Promise<void> {
  const own = new Set((await readBatchPosts(tx, batchId)).map((post) => post.id));
  if (!postIds.every((id) => own.has(id)))
    throw new ShopError('VALIDATION', 'postIds: a post is not of this batch');
  await sql(tx).run(
    `UPDATE posts SET state = 'pending', batch_id = NULL WHERE batch_id = $1 AND NOT id = ANY($2::int8[])`,
    [batchId, postIds],
  );
}

export interface BatchRejection {
  fence: number;
  /** Reason that Discord gave for refusing the message. */
  reason: string;
}

/**
 * Handles a message that Discord refused for good: its posts are retried one by one; a single post is parked with
 * an alert, so that it does not block others.
 */
@Injectable()
export class RejectBatch {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Records a refused batch; a repeat changes nothing.
   * @throws ShopError FENCED, NOT_FOUND, CONFLICT
   */
  async execute(batchId: string, { fence, reason }: BatchRejection): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const batch = await lockBatch(tx, batchId);
      if (!batch) throw new ShopError('NOT_FOUND', 'There is no such batch.');
      if (batch.state === 'dissolved') return;
      if (batch.state !== 'registered') throw new ShopError('CONFLICT', `This batch is ${batch.state}.`);
      const posts = await readBatchPosts(tx, batchId);
      await sql(tx).run('UPDATE posts SET alone = true WHERE batch_id = $1', [batchId]);
      await dissolveBatch(tx, batchId);
      const [only] = posts;
      if (posts.length === 1 && only) await parkPost(tx, batch, only, reason);
    });
  }
}

async function parkPost(tx: Tx, batch: BatchRow, post: PostRow, reason: string): Promise<void> {
  await sql(tx).run(`UPDATE posts SET state = 'parked', parked_reason = $2 WHERE id = $1`, [post.id, reason]);
  // Raises no alert about a refused dead-letter alert, because that alert could be refused again without end. The
  // panel shows the post.
  if (post.content.kind === 'alert' && post.content.alert.kind === 'dead-letter') return;
  raiseAlert(tx, {
    kind: 'dead-letter',
    title: 'Discord refuses a post',
    detail: `Post ${post.id} (${post.type}) of the channel ${batch.channel} is parked: ${reason.slice(0, 300)}`,
  });
}

const snapshotRow = z.object({ orderId: z.number(), version: z.number() });

export interface BatchReport {
  fence: number;
  messageId: string;
}

/** Marks the posts of a batch as sent. A report with an older fence is refused. */
@Injectable()
export class ReportBatch {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Records that a batch was sent; a repeat changes nothing.
   * @throws ShopError FENCED, NOT_FOUND, CONFLICT
   */
  async execute(batchId: string, { fence, messageId }: BatchReport): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const batch = await lockBatch(tx, batchId);
      if (!batch) throw new ShopError('NOT_FOUND', 'There is no such batch.');
      if (batch.state === 'sent' && batch.message_id === messageId) return;
      if (batch.state !== 'registered') throw new ShopError('CONFLICT', `This batch is ${batch.state}.`);
      const edits = (await hasNewerOrders(tx, batch)) ? 1 : 0;
      await sql(tx).run(
        `UPDATE post_batches SET state = 'sent', message_id = $2, sent_at = clock_timestamp(), payload = NULL,
                edit_wanted = edit_wanted + $3
          WHERE id = $1`,
        [batchId, messageId, edits],
      );
      await sql(tx).run(`UPDATE posts SET state = 'sent' WHERE batch_id = $1`, [batchId]);
    });
  }
}

/** Tells whether an order changed after its snapshot was taken, when there was no message to edit yet. */
async function hasNewerOrders(tx: Tx, { id, channel }: BatchRow): Promise<boolean> {
  if (channel !== 'orders') return false;
  const snapshots = await sql(tx).rows(
    snapshotRow,
    `SELECT order_id AS "orderId", (content -> 'order' ->> 'version')::int AS version FROM posts
      WHERE batch_id = $1 AND order_id IS NOT NULL AND content -> 'order' ->> 'version' IS NOT NULL`,
    [id],
  );
  return isAnyOrderNewer(tx, snapshots);
}
