import { Injectable } from '@nestjs/common';
import { ShopError } from '../../common/problem.js';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { wireOrder } from '../orders/order.mapper.js';
import { lockBatch, postsOf, type BatchRow, type PostRow } from './batches.js';
import { requireFence } from './bot-lease.js';

export interface Report {
  fence: number;
  messageId: string;
}

/** The batch is in Discord: its posts are sent. A report with an older fence is refused (OWN-137). */
@Injectable()
export class ReportBatch {
  constructor(private readonly transactions: Transactions) {}

  /** Repeating it is a no-op. @throws ShopError FENCED, NOT_FOUND, CONFLICT */
  async execute(batchId: string, { fence, messageId }: Report): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const batch = await lockBatch(tx, batchId);
      if (!batch) throw new ShopError('NOT_FOUND', 'There is no such batch.');
      if (batch.state === 'sent' && batch.message_id === messageId) return;
      if (batch.state !== 'registered') throw new ShopError('CONFLICT', `This batch is ${batch.state}.`);
      const edits = (await isOutdated(tx, batch)) ? 1 : 0;
      await tx.query(
        `UPDATE post_batches SET state = 'sent', message_id = $2, sent_at = clock_timestamp(), edit_wanted = edit_wanted + $3
          WHERE id = $1`,
        [batchId, messageId, edits],
      );
      await tx.query(`UPDATE posts SET state = 'sent' WHERE batch_id = $1`, [batchId]);
    });
  }
}

/** An order that moved between its snapshot and the sending left nothing to edit then; so the edit is asked for now. */
async function isOutdated(tx: Tx, batch: BatchRow): Promise<boolean> {
  if (batch.channel !== 'orders') return false;
  for (const post of await postsOf(tx, batch.id)) if (await isOlderThanOrder(tx, post)) return true;
  return false;
}

async function isOlderThanOrder(tx: Tx, { order_id: orderId, content }: PostRow): Promise<boolean> {
  if (orderId === null || content.kind !== 'order') return false;
  const newest = await wireOrder(tx, orderId);
  return newest !== undefined && newest.version > content.order.version;
}
