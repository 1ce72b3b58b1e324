import { Injectable } from '@nestjs/common';
import type { NoteThreadLineRequest } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { keepThreadLine } from '../../support/tickets/thread-lines.js';
import { requireFence } from '../bot/bot-lease.js';

const threadRow = z.object({ ticketId: z.number() });

/** A line of a ticket's thread goes into its transcript, and to nobody else. */
@Injectable()
export class NoteThreadLine {
  constructor(private readonly transactions: Transactions) {}

  /** Repeating it is a no-op; lines of threads that are no ticket's are left alone. @throws ShopError FENCED */
  async execute({ fence, threadId, ...line }: NoteThreadLineRequest): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const thread = await sql(tx).first(
        threadRow,
        'SELECT ticket_id AS "ticketId" FROM ticket_threads WHERE thread_id = $1',
        [threadId],
      );
      if (thread) await keepThreadLine(tx, thread.ticketId, line);
    });
  }
}
