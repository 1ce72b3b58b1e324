import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a session was opened, accounts made on the server, and browsers that signed in before. */
export class SignIn1700000000008 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- A session opened by password carries no rights of staff or admins. Older sessions count as such.
      ALTER TABLE sessions ADD COLUMN opened_by text NOT NULL DEFAULT 'password'
        CHECK (opened_by IN ('password', 'discord', 'admin-code'));
      ALTER TABLE sessions ALTER COLUMN opened_by DROP DEFAULT;

      -- Since when the account is an operator's, made on the server: an admin in sessions opened by admin code.
      ALTER TABLE users ADD COLUMN operator_since timestamptz;
      CREATE INDEX users_operators ON users (id) WHERE operator_since IS NOT NULL;

      -- Browsers that signed in before, by the keyed hash of a cookie that outlives sessions.
      CREATE TABLE known_browsers (
        user_id int NOT NULL REFERENCES users,
        browser_hash text NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, browser_hash)
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE known_browsers;
      ALTER TABLE users DROP COLUMN operator_since;
      ALTER TABLE sessions DROP COLUMN opened_by;
    `);
  }
}
