import { Injectable } from '@nestjs/common';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { requireFence } from '../bot/bot-lease.js';

export interface EditReport {
  fence: number;
  batchId: string;
  /** Edit version of the task. */
  editVersion: number;
  /** The message no longer exists. */
  gone?: boolean;
  /** The edit failed; it is given again no sooner, ms. */
  laterMs?: number;
}

/** After the n-th failure in a row a message waits 2^n s, a minute at most, or longer where Discord asks for it. */
const PUT_OFF = `
  UPDATE post_batches SET edit_tries = edit_tries + 1, edit_after = clock_timestamp()
           + GREATEST($2 * interval '1 ms', LEAST(60, power(2, LEAST(edit_tries, 6))) * interval '1 s')
   WHERE id = $1 AND state = 'sent'`;
const DONE = `
  UPDATE post_batches SET edit_done = GREATEST(edit_done, LEAST($2, edit_wanted)), gone = gone OR $3,
         edit_tries = 0, edit_after = '-infinity'
   WHERE id = $1 AND state = 'sent'`;

/** Records an edit, or that it failed; later edit requests stay open. */
@Injectable()
export class ReportEdit {
  constructor(private readonly transactions: Transactions) {}

  /** @throws ShopError FENCED, NOT_FOUND */
  async execute({ fence, batchId, editVersion, gone = false, laterMs }: EditReport): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const count =
        laterMs === undefined
          ? await sql(tx).affected(DONE, [batchId, editVersion, gone])
          : await sql(tx).affected(PUT_OFF, [batchId, laterMs]);
      if (count === 0) throw new ShopError('NOT_FOUND', 'There is no such message.');
    });
  }
}
