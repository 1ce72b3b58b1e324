import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { idRow, sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { appendEvent } from '../../platform/outbox/outbox.js';

const versionRow = z.object({ version: z.number() });
const EVERY_MS = 2_000;

/**
 * SQL of products that became available and have no event about it. Waits one second because clocks differ, and
 * looks back one day because older events may be deleted.
 */
const DUE = `
  SELECT p.id FROM products p
   WHERE p.deleted_at IS NULL AND NOT p.is_hidden
     AND p.available_from BETWEEN clock_timestamp() - interval '1 day' AND clock_timestamp() - interval '1 second'
     AND NOT EXISTS (SELECT 1 FROM outbox_events e
                      WHERE e.aggregate = 'product' AND e.aggregate_id = p.id::text AND e.occurred_at >= p.available_from)`;

/**
 * Appends an event for each product that becomes available to everybody. Several processes may run this job at
 * once.
 */
@Injectable()
export class ReleaseProducts {
  constructor(private readonly transactions: Transactions) {}

  @Periodic({ name: 'release-products', every: EVERY_MS, role: 'worker' })
  async releaseDue(): Promise<void> {
    await this.transactions.run(async (tx) => {
      const locked = await sql(tx).rows(idRow, `${DUE} ORDER BY p.id FOR UPDATE OF p SKIP LOCKED`);
      // Selects again under the lock, because another process may have released a product since the first query.
      const due = await sql(tx).rows(idRow, `${DUE} AND p.id = ANY($1) ORDER BY p.id`, [
        locked.map(({ id }) => id),
      ]);
      for (const { id } of due) await releaseProduct(tx, id);
    });
  }
}

async function releaseProduct(tx: Tx, id: number): Promise<void> {
  const rows = await sql(tx).rows(
    versionRow,
    'UPDATE products SET version = version + 1 WHERE id = $1 RETURNING version',
    [id],
  );
  for (const { version } of rows) {
    const aggregateId = String(id);
    appendEvent(tx, { type: 'product.updated', aggregate: 'product', aggregateId, version });
  }
}
