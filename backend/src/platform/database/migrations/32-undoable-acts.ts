import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Acts that staff can still take back, and when an event is told to people, which waits for that. */
export class UndoableActs1800000000032 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // Runs again after a failure of a later statement, and then finds table and column.
    await db.query(`
      DO $$ BEGIN
      IF to_regclass('undoable_acts') IS NOT NULL THEN RETURN; END IF;
      CREATE TABLE undoable_acts (
        id bigserial PRIMARY KEY,
        -- What was acted on, as audit rows name it, and its version after the act.
        thing text NOT NULL,
        version int NOT NULL,
        -- The action and the actor, as audit rows name them.
        act text NOT NULL,
        actor text NOT NULL,
        -- State before the act, as far as the reverse needs it.
        before jsonb NOT NULL,
        event_ids uuid[] NOT NULL,
        done_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        due_at timestamptz NOT NULL,
        UNIQUE (thing, version)
      );
      CREATE INDEX undoable_acts_due ON undoable_acts (due_at);
      END $$`);
    // Null: told at once, or told already. Infinity: waits for its act, or was undone.
    await db.query('ALTER TABLE outbox_events ADD COLUMN IF NOT EXISTS tell_at timestamptz');
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS outbox_events_due');
    await db.query(
      `CREATE INDEX CONCURRENTLY outbox_events_due ON outbox_events (id) WHERE tell_at < 'infinity'`,
    );
  }
}
