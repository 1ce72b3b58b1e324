import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { idRow } from '../../platform/database/row-schemas.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { lockOrder } from '../orders/lock-order.js';
import { OPEN_DISPUTES } from '../payments/disputes/open-disputes.js';
import { bookLate } from './earnings.js';

const EVERY_MS = 60_000;
/** Orders of one run. */
const AT_ONCE = 100;

/**
 * Books what delivered orders earned and did not get: a program of before that still runs during an upgrade completes
 * orders without it. Any number may run.
 */
@Injectable()
export class BookLateEarnings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Books all that are due; one that fails keeps none of the others. @throws AggregateError */
  @Periodic({ name: 'book-late-earnings', every: EVERY_MS, role: 'worker' })
  async bookDue(): Promise<void> {
    const late = await sql(this.database).rows(
      idRow,
      `SELECT id FROM orders o WHERE earnings = 'pending' AND status IN ('completed', 'archived')
          AND NOT EXISTS (${OPEN_DISPUTES} AND p.checkout_id = o.checkout_id) ORDER BY id LIMIT ${AT_ONCE}`,
    );
    const errors: unknown[] = [];
    for (const { id } of late) await this.bookOf(id).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, 'Earnings could not be booked');
  }

  private bookOf(id: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      // Another process may have booked it meanwhile.
      await bookLate(tx, await lockOrder(tx, id));
    });
  }
}
