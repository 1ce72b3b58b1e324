import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Notices in the bell of an account, one for each event and kind, and the kind of each direct message. */
export class Notices1800000000015 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE notices (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_id uuid NOT NULL,
        -- Refers to no table, so that the relay locks no accounts, which are never deleted.
        user_id int NOT NULL,
        kind text NOT NULL,
        content jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        read_at timestamptz
      );
      CREATE UNIQUE INDEX notices_once ON notices (event_id, user_id, kind);
      CREATE INDEX notices_of_user ON notices (user_id, id);
      CREATE INDEX notices_unread ON notices (user_id, id) WHERE read_at IS NULL;
      CREATE INDEX notices_created ON notices (created_at);
      -- Null in messages from before; such a message is replaced by a newer one on its topic.
      ALTER TABLE direct_messages ADD COLUMN kind text;
    `);
  }
}
