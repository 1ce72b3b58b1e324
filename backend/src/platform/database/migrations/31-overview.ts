import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Indexes by which a job finds what happened within an hour: name, table and columns. */
const INDEXES = {
  checkouts_created: 'checkouts (created_at)',
  checkouts_paid: 'checkouts (paid_at) WHERE paid_at IS NOT NULL',
  refunds_created: 'refunds (created_at)',
  payments_stranded_at: `payments (created_at) WHERE state = 'stranded'`,
  ledger_journal_created: 'ledger_journal (created_at)',
  orders_completed: 'orders (completed_at) WHERE completed_at IS NOT NULL',
  tickets_created: 'tickets (created_at)',
  tickets_answered: 'tickets (ended_at) WHERE response IS NOT NULL',
  ticket_messages_staff: `ticket_messages (created_at) WHERE side = 'staff'`,
  post_batches_sent: 'post_batches (sent_at) WHERE sent_at IS NOT NULL',
  posts_parked: `posts (id) WHERE state = 'parked'`,
};

/** Figures of the overview by hours and days, counted from the shop's rows: they can be emptied and counted again. */
export class Overview1800000000031 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // Runs again after a failure of a later statement, and then finds the tables.
    await db.query(`
      DO $$ BEGIN
      IF to_regclass('overview_figures') IS NOT NULL THEN RETURN; END IF;
      CREATE TABLE overview_figures (
        hours int NOT NULL CHECK (hours IN (1, 24)),
        starts_at timestamptz NOT NULL,
        name text NOT NULL,
        -- What a figure is divided by: a way to pay, a product, a class of durations; else empty.
        key text NOT NULL,
        n bigint NOT NULL,
        cents bigint NOT NULL,
        PRIMARY KEY (hours, starts_at, name, key)
      );
      CREATE TABLE overview_progress (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        counted_to timestamptz NOT NULL
      );
      END $$`);
    for (const [name, columns] of Object.entries(INDEXES)) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await db.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
  }
}
