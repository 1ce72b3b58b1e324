import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { hasWaitingActSql } from '../../platform/outbox/undoable-acts.js';
import { appendEvent } from '../../platform/outbox/outbox.js';

const markedRow = z.object({ id: z.number(), version: z.number() });
const EVERY_MS = 5_000;
/** Limit of orders that one run marks, so that many overdue orders are announced in steps. */
const BATCH = 100;

/**
 * SQL that marks open, paid orders past their due time, by the database's clock, which all processes share. Skips
 * locked orders and those with a move that can be taken back, which a new version would prevent, until a later run.
 */
const MARK_OVERDUE = `
  UPDATE orders SET overdue_at = clock_timestamp(), version = version + 1
   WHERE id IN (SELECT id FROM orders
                 WHERE overdue_at IS NULL AND due_at IS NOT NULL AND due_at < clock_timestamp()
                   AND status IN ('pending', 'processing') AND payment_status IN ('paid', 'partly_refunded')
                   AND NOT ${hasWaitingActSql(`'order:' || orders.id`)}
                 ORDER BY due_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING id, version`;

/** Notifies staff once of each order that was not delivered in time. Several processes may run this at once. */
@Injectable()
export class MarkOverdueOrders {
  constructor(private readonly transactions: Transactions) {}

  @Periodic({ name: 'raise-overdue', every: EVERY_MS, role: 'worker' })
  async markOverdueOrders(): Promise<void> {
    await this.transactions.run(async (tx) => {
      const raised = await sql(tx).rows(markedRow, MARK_OVERDUE);
      for (const { id, version } of raised.toSorted((a, b) => a.id - b.id))
        appendEvent(tx, { type: 'order.overdue', aggregate: 'order', aggregateId: String(id), version });
    });
  }
}
