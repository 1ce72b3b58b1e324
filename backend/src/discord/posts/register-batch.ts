import { Injectable } from '@nestjs/common';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { lockBatch, postsOf } from './batches.js';
import { requireFence } from '../bot/bot-lease.js';

export interface Registration {
  fence: number;
  /** The whole message, JSON text. */
  payload: string;
  postIds: number[];
  /** The channel that it is sent to; a bot from before does not say. */
  channelId?: string;
}

/**
 * Freezes a batch's message before its first sending; from then on it is sent unchanged or not at all, to the
 * channel that the bot names: another one where that one is gone.
 */
@Injectable()
export class RegisterBatch {
  constructor(private readonly transactions: Transactions) {}

  /** Repeating it with the same message is a no-op. @throws ShopError FENCED, NOT_FOUND, CONFLICT, VALIDATION */
  async execute(batchId: string, { fence, payload, postIds, channelId }: Registration): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const batch = await lockBatch(tx, batchId);
      if (!batch) throw new ShopError('NOT_FOUND', 'There is no such batch.');
      const isSame = batch.state === 'registered' && batch.payload === payload;
      if (isSame && (channelId === undefined || channelId === batch.channel_id)) return;
      if (!isSame && batch.state !== 'claimed')
        throw new ShopError('CONFLICT', `This batch is ${batch.state}.`);
      await keepOnly(tx, batchId, postIds);
      await sql(tx).run(
        `UPDATE post_batches SET state = 'registered', payload = $2, channel_id = $3,
                first_attempt_at = clock_timestamp()
          WHERE id = $1`,
        [batchId, payload, channelId],
      );
    });
  }
}

/** Frees the posts that did not fit. @throws ShopError VALIDATION when a post is not of this batch */
async function keepOnly(tx: Tx, batchId: string, postIds: readonly number[]): Promise<void> {
  const own = new Set((await postsOf(tx, batchId)).map((post) => post.id));
  if (!postIds.every((id) => own.has(id)))
    throw new ShopError('VALIDATION', 'postIds: a post is not of this batch');
  await sql(tx).run(
    `UPDATE posts SET state = 'pending', batch_id = NULL WHERE batch_id = $1 AND NOT id = ANY($2::int8[])`,
    [batchId, postIds],
  );
}
