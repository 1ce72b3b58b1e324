import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';

const HOUR_MS = 3_600_000;
/** So long the page can say why an ended link does not work. */
const KEPT_MS = 24 * HOUR_MS;

/** Deletes links to the checkout a day after their end. */
@Injectable()
export class DeletePayLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'delete-pay-links', every: HOUR_MS, firstAfter: 240_000, role: 'worker' })
  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.transactions.run((tx) => sql(tx).run('DELETE FROM pay_links WHERE expires_at < $1', [before]));
  }
}
