import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Channel, EditTask } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { readWireOrders } from '../../shop/orders/order.mapper.js';
import { readBatchPosts, toBotPost, type PostRow } from './batch-rows.js';
import { assertCurrentFence, fenceRow, requireFence } from '../bot/bot-lease.js';
import { isUnpaidOrderSql } from '../../shop/orders/find-orders.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';

/**
 * SQL of the time of the next edit. Discord allows few edits of messages older than an hour, so changes of 3 s
 * share one edit.
 */
const EDIT_TIME = `CASE WHEN edit_wanted = edit_done AND sent_at < clock_timestamp() - interval '59 minutes'
       THEN GREATEST(edit_after, clock_timestamp() + interval '3 seconds') ELSE edit_after END`;

/** The current fence, and an outdated message; null if there is none. */
const candidateRow = fenceRow.extend({
  id: z.string().nullable(),
  message_id: z.string().nullable(),
  channel_id: z.string().nullable(),
  edit_wanted: z.number().nullable(),
});

/** SQL condition for messages with only unpaid orders, which are edited last because there may be many. */
const HAS_ONLY_UNPAID_ORDERS = `COALESCE((SELECT bool_and(${isUnpaidOrderSql('p.order_id')}) FROM posts p WHERE p.batch_id = c.id), false)`;

/**
 * Gives the bot an outdated message and the newest state of its orders. Reads the edit version before the orders,
 * so that a later change requests another edit.
 */
@Injectable()
export class ClaimEdit {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Claims the next message to edit.
   * @returns null when no message is outdated
   * @throws ShopError FENCED
   */
  async execute(channel: Channel, fence: number): Promise<EditTask | null> {
    const row = await sql(this.database).first(
      candidateRow,
      `SELECT l.fence, b.id, b.message_id, b.channel_id, b.edit_wanted FROM bot_lease l
         LEFT JOIN LATERAL (SELECT c.* FROM post_batches c
           WHERE channel = $1 AND state = 'sent' AND edit_wanted > edit_done AND NOT gone
             AND edit_after <= clock_timestamp()
           ORDER BY edit_tries, ${HAS_ONLY_UNPAID_ORDERS}, sent_at LIMIT 1) b ON true`,
      [channel],
    );
    assertCurrentFence(fence, row?.fence);
    const { id: batchId = null, message_id: messageId = null, edit_wanted: editVersion = null } = row ?? {};
    if (batchId === null || messageId === null || editVersion === null) return null;
    const { manager } = this.database;
    const found = await readBatchPosts(manager, batchId);
    // Reads current orders for the order channel only. Posts of other channels report past events, so their
    // snapshots stay.
    const posts = (channel === 'orders' ? await addCurrentOrders(manager, found) : found).map(toBotPost);
    return { batchId, channel, messageId, channelId: row?.channel_id, editVersion, posts };
  }
}

async function addCurrentOrders(manager: EntityManager, posts: readonly PostRow[]): Promise<PostRow[]> {
  const ids = posts.flatMap(({ order_id: id }) => (id === null ? [] : [id]));
  const orders = new Map((await readWireOrders(manager, ids)).map((order) => [order.id, order]));
  return posts.map((post) => {
    const order = post.content.kind === 'order' ? orders.get(post.content.order.id) : undefined;
    return order ? { ...post, content: { ...post.content, kind: 'order', order } } : post;
  });
}

export interface EditReport {
  fence: number;
  batchId: string;
  /** Version of the edit request that the bot handled. */
  editVersion: number;
  /** True if the message no longer exists. */
  gone?: boolean;
  /** Minimum wait before a failed edit is tried again, ms. */
  laterMs?: number;
}

/**
 * SQL that postpones an edit by 2^n s after the n-th failure, at most a minute, or longer if Discord asks for it.
 */
const POSTPONE_EDIT = `
  UPDATE post_batches SET edit_tries = edit_tries + 1, edit_after = clock_timestamp()
           + GREATEST($2 * interval '1 ms', LEAST(60, power(2, LEAST(edit_tries, 6))) * interval '1 s')
   WHERE id = $1 AND state = 'sent'`;
const COMPLETE_EDIT = `
  UPDATE post_batches SET edit_done = GREATEST(edit_done, LEAST($2, edit_wanted)), gone = gone OR $3,
         edit_tries = 0, edit_after = '-infinity'
   WHERE id = $1 AND state = 'sent'`;

/** Records that an edit was made or failed. An edit requested later stays open. */
@Injectable()
export class ReportEdit {
  constructor(private readonly transactions: Transactions) {}

  /** @throws ShopError FENCED, NOT_FOUND */
  async execute({ fence, batchId, editVersion, gone = false, laterMs }: EditReport): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const count =
        laterMs === undefined
          ? await sql(tx).affected(COMPLETE_EDIT, [batchId, editVersion, gone])
          : await sql(tx).affected(POSTPONE_EDIT, [batchId, laterMs]);
      if (count === 0) throw new ShopError('NOT_FOUND', 'There is no such message.');
    });
  }
}

/** Requests edits of the messages about orders. If a post is not sent yet, its report requests the edit later. */
export async function requestOrderEdits(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const count = await sql(tx).affected(
    // Locks messages by id, as a deletion does, to prevent deadlocks.
    `WITH batch AS MATERIALIZED (
       SELECT id FROM post_batches
        WHERE id IN (SELECT batch_id FROM posts WHERE order_id = ANY($1) AND channel = 'orders')
          AND state IN ('registered', 'sent') AND NOT gone ORDER BY id FOR NO KEY UPDATE)
     UPDATE post_batches SET edit_wanted = edit_wanted + 1, edit_after = ${EDIT_TIME}
      WHERE id IN (SELECT id FROM batch)`,
    [events.map(({ aggregateId }) => Number(aggregateId))],
  );
  return count > 0 ? ['orders'] : [];
}
