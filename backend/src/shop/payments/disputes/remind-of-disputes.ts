import { Injectable } from '@nestjs/common';
import { toDecimal } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alert.js';
import { Periodic } from '../../../platform/jobs/periodic.js';
import { SILENT_AFTER_MS } from './ends-by-hand.js';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 14 * 60_000;

const row = z.object({
  ref: z.string(),
  cents: z.number(),
  payment: z.string(),
  checkout: z.string(),
  openedAt: z.date(),
});

/** Asks staff every 30 days how a dispute ended of whose end nobody told. */
@Injectable()
export class RemindOfDisputes {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'remind-of-disputes', every: EVERY_MS, firstAfter: FIRST_AFTER_MS, role: 'worker' })
  async run(): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run(async (tx) => {
      const due = await sql(tx).rows(
        row,
        `UPDATE disputes d SET reminded_at = $1 FROM payments p, checkouts c
          WHERE p.id = d.payment_id AND c.id = p.checkout_id AND d.state = 'open'
            AND coalesce(d.reminded_at, d.created_at) <= $2
          RETURNING d.provider_ref AS ref, d.amount_cents AS cents, p.provider_ref AS payment, c.ref AS checkout,
                    d.created_at AS "openedAt"`,
        [now, new Date(now.getTime() - SILENT_AFTER_MS)],
      );
      for (const { ref, cents, payment, checkout, openedAt } of due) {
        const detail = `Dispute ${ref} of $${toDecimal(cents)} on payment ${payment}, checkout ${checkout}, is open since ${openedAt.toISOString().slice(0, 10)}. Nobody told how it ended: look at the provider, and end it in the order's sheet.`;
        raiseAlert(tx, { kind: 'dispute', title: 'Dispute without an end', detail });
      }
    });
  }
}
