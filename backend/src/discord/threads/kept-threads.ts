import { Injectable } from '@nestjs/common';
import { THREAD_LINES_KEPT, type KeptThreadsAnswer } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { requireFence } from '../bot/bot-lease.js';
import { threadOf } from '../../support/tickets/told-tickets.js';

const threadRow = z.object({ threadId: z.string(), lastLineId: z.string().nullable() });

/** Newest tickets first, so that a bound leaves out the oldest. */
const KEPT = `
  SELECT th.thread_id AS "threadId", kept.last::text AS "lastLineId"
    FROM ticket_threads th
    CROSS JOIN LATERAL ${threadOf('th.ticket_id')} kept
   WHERE th.thread_id IS NOT NULL AND kept."isNamed" AND kept.lines < $1
     AND (th.state = 'open' OR (th.state = 'archived' AND kept.changed_at > clock_timestamp() - interval '7 days'))
   ORDER BY th.ticket_id DESC LIMIT 1000`;

/** The threads of tickets that take lines, and the newest line that the shop has of each, for a bot that was away. */
@Injectable()
export class KeptThreads {
  constructor(private readonly transactions: Transactions) {}

  /** Lists threads of tickets that are open or ended within a week, and have room for lines. @throws ShopError FENCED */
  async list(fence: number): Promise<KeptThreadsAnswer> {
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      return { threads: await sql(tx).rows(threadRow, KEPT, [THREAD_LINES_KEPT]) };
    });
  }
}
