import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Channel, EditTask } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { wireOrders } from '../../shop/orders/order.mapper.js';
import { postsOf, toPost, type PostRow } from './batches.js';
import { assertCurrentFence, fenceRow } from '../bot/bot-lease.js';
import { isUnpaidOrder } from '../../shop/orders/find-orders.js';

/** The fence and an outdated message; null without one. */
const candidateRow = fenceRow.extend({
  id: z.string().nullable(),
  message_id: z.string().nullable(),
  channel_id: z.string().nullable(),
  edit_wanted: z.number().nullable(),
});

/** SQL condition for a message whose orders are all unpaid: a crowd of them must hold up no other. */
const IS_OF_UNPAID = `COALESCE((SELECT bool_and(${isUnpaidOrder('p.order_id')}) FROM posts p WHERE p.batch_id = c.id), false)`;

/**
 * Gives the bot an outdated message with the newest state of its orders. Reads the edit version before the orders, so
 * that a later change requests another edit.
 */
@Injectable()
export class ClaimEdit {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @returns null when no message is out of date @throws ShopError FENCED */
  async execute(channel: Channel, fence: number): Promise<EditTask | null> {
    const row = await sql(this.database).first(
      candidateRow,
      `SELECT l.fence, b.id, b.message_id, b.channel_id, b.edit_wanted FROM bot_lease l
         LEFT JOIN LATERAL (SELECT c.* FROM post_batches c
           WHERE channel = $1 AND state = 'sent' AND edit_wanted > edit_done AND NOT gone
             AND edit_after <= clock_timestamp()
           ORDER BY edit_tries, ${IS_OF_UNPAID}, sent_at LIMIT 1) b ON true`,
      [channel],
    );
    assertCurrentFence(fence, row?.fence);
    const { id: batchId = null, message_id: messageId = null, edit_wanted: editVersion = null } = row ?? {};
    if (batchId === null || messageId === null || editVersion === null) return null;
    const { manager } = this.database;
    const found = await postsOf(manager, batchId);
    // Other channels tell of events: their snapshots stay, and only what must be forgotten is edited.
    const posts = (channel === 'orders' ? await withNewest(manager, found) : found).map(toPost);
    return { batchId, channel, messageId, channelId: row?.channel_id, editVersion, posts };
  }
}

async function withNewest(manager: EntityManager, posts: readonly PostRow[]): Promise<PostRow[]> {
  const ids = posts.flatMap(({ order_id: id }) => (id === null ? [] : [id]));
  const orders = new Map((await wireOrders(manager, ids)).map((order) => [order.id, order]));
  return posts.map((post) => {
    const order = post.content.kind === 'order' ? orders.get(post.content.order.id) : undefined;
    return order ? { ...post, content: { ...post.content, kind: 'order', order } } : post;
  });
}
