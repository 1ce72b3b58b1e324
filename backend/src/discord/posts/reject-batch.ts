import { Injectable } from '@nestjs/common';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alert.js';
import { dissolve, lockBatch, postsOf, type BatchRow, type PostRow } from './batches.js';
import { requireFence } from '../bot/bot-lease.js';

export interface Rejection {
  fence: number;
  /** Discord's answer. */
  reason: string;
}

/**
 * Handles a message that Discord refuses for good: several posts are retried one by one; a single one is parked with an
 * alert, so that it blocks no others.
 */
@Injectable()
export class RejectBatch {
  constructor(private readonly transactions: Transactions) {}

  /** Repeating it is a no-op. @throws ShopError FENCED, NOT_FOUND, CONFLICT */
  async execute(batchId: string, { fence, reason }: Rejection): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const batch = await lockBatch(tx, batchId);
      if (!batch) throw new ShopError('NOT_FOUND', 'There is no such batch.');
      if (batch.state === 'dissolved') return;
      if (batch.state !== 'registered') throw new ShopError('CONFLICT', `This batch is ${batch.state}.`);
      const posts = await postsOf(tx, batchId);
      await sql(tx).run('UPDATE posts SET alone = true WHERE batch_id = $1', [batchId]);
      await dissolve(tx, batchId);
      const [only] = posts;
      if (posts.length === 1 && only) await park(tx, batch, only, reason);
    });
  }
}

async function park(tx: Tx, batch: BatchRow, post: PostRow, reason: string): Promise<void> {
  await sql(tx).run(`UPDATE posts SET state = 'parked', parked_reason = $2 WHERE id = $1`, [post.id, reason]);
  // No alert for a refused dead-letter alert, which could be refused again without end; the panel shows it.
  if (post.content.kind === 'alert' && post.content.alert.kind === 'dead-letter') return;
  raiseAlert(tx, {
    kind: 'dead-letter',
    title: 'Discord refuses a post',
    detail: `Post ${post.id} (${post.type}) of the channel ${batch.channel} is parked: ${reason.slice(0, 300)}`,
  });
}
