import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { hashRow } from '../../platform/database/row-schemas.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { Pictures } from '../pictures/pictures.js';
import { UNCLAIMED_MS } from './ticket-pictures.js';

const EVERY_MS = 600_000;
const FIRST_AFTER_MS = 180_000;
const AT_ONCE = 100;
/** Deletes pictures whose ticket was not sent within an hour. */
@Injectable()
export class DeleteUnclaimedPictures {
  constructor(
    private readonly transactions: Transactions,
    private readonly pictures: Pictures,
    private readonly clock: Clock,
  ) {}

  @Periodic({
    name: 'delete-unclaimed-pictures',
    every: EVERY_MS,
    firstAfter: FIRST_AFTER_MS,
    role: 'worker',
  })
  async run(signal: AbortSignal = new AbortController().signal): Promise<void> {
    while (!signal.aborted && (await this.deleteSome()) === AT_ONCE);
  }

  private deleteSome(): Promise<number> {
    return this.transactions.run(async (tx) => {
      const gone = await sql(tx).rows(
        hashRow,
        `DELETE FROM ticket_pictures WHERE ref_hash IN
           (SELECT ref_hash FROM ticket_pictures WHERE ticket_id IS NULL AND uploaded_at <= $1
             ORDER BY uploaded_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING hash`,
        [new Date(this.clock.now().getTime() - UNCLAIMED_MS), AT_ONCE],
      );
      if (gone.length > 0) await this.pictures.deleteUnused(tx, [...new Set(gone.map(({ hash }) => hash))]);
      return gone.length;
    });
  }
}
