import { Injectable } from '@nestjs/common';
import { ShopError } from '../../../common/problem.js';
import { sql } from '../../../infra/database/sql.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { requireFence } from '../bot/bot-lease.js';

export interface EditReport {
  fence: number;
  batchId: string;
  /** Edit version of the task. */
  editVersion: number;
  /** The message no longer exists. */
  gone?: boolean;
}

/** Records an edit; later edit requests stay open. */
@Injectable()
export class ReportEdit {
  constructor(private readonly transactions: Transactions) {}

  /** @throws ShopError FENCED, NOT_FOUND */
  async execute({ fence, batchId, editVersion, gone = false }: EditReport): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const count = await sql(tx).affected(
        `UPDATE post_batches SET edit_done = GREATEST(edit_done, LEAST($2, edit_wanted)), gone = gone OR $3
          WHERE id = $1 AND state = 'sent'`,
        [batchId, editVersion, gone],
      );
      if (count === 0) throw new ShopError('NOT_FOUND', 'There is no such message.');
    });
  }
}
