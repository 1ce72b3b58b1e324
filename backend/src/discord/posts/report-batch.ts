import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { isAnyOrderNewer } from '../../shop/orders/find-orders.js';
import { lockBatch, type BatchRow } from './batches.js';
import { requireFence } from '../bot/bot-lease.js';

const snapshotRow = z.object({ orderId: z.number(), version: z.number() });

export interface Report {
  fence: number;
  messageId: string;
}

/** Marks a batch's posts as sent. A report with an older fence is refused. */
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

/** Tells whether an order changed between its snapshot and the report, when there was no message to edit yet. */
async function isOutdated(tx: Tx, { id, channel }: BatchRow): Promise<boolean> {
  if (channel !== 'orders') return false;
  const snapshots = await sql(tx).rows(
    snapshotRow,
    `SELECT order_id AS "orderId", (content -> 'order' ->> 'version')::int AS version FROM posts
      WHERE batch_id = $1 AND order_id IS NOT NULL AND content -> 'order' ->> 'version' IS NOT NULL`,
    [id],
  );
  return isAnyOrderNewer(tx, snapshots);
}
