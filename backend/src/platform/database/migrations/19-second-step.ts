import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The second step of admins and staff: authenticator app, passkeys, recovery codes. */
export class SecondStep1700000000019 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- One row while an account has an app or a passkey; deleting it takes everything along.
      CREATE TABLE second_steps (
        user_id int PRIMARY KEY REFERENCES users,
        -- Key of the app, encrypted under TOKEN_KEY; null while there are only passkeys.
        totp_sealed text,
        totp_since timestamptz,
        -- The newest 30 s step whose code was used; none of it or before works again.
        totp_used_step bigint,
        created_at timestamptz NOT NULL,
        CHECK ((totp_sealed IS NULL) = (totp_since IS NULL))
      );

      CREATE TABLE passkeys (
        id serial PRIMARY KEY,
        user_id int NOT NULL REFERENCES second_steps ON DELETE CASCADE,
        credential_id text NOT NULL UNIQUE,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      );
      CREATE INDEX passkeys_user ON passkeys (user_id);

      CREATE TABLE recovery_codes (
        user_id int NOT NULL REFERENCES second_steps ON DELETE CASCADE,
        code_hash text NOT NULL,
        used_at timestamptz,
        PRIMARY KEY (user_id, code_hash)
      );

      -- When the session passed the second step last; null: not yet.
      ALTER TABLE sessions ADD COLUMN second_step_at timestamptz;

      -- What a session was offered to answer; a newer offer of a kind replaces the older.
      CREATE TABLE second_step_offers (
        session_id text NOT NULL REFERENCES sessions ON UPDATE CASCADE ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('totp', 'new-passkey', 'passkey')),
        -- A challenge, or the key of an app, encrypted under TOKEN_KEY.
        value text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (session_id, kind)
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE second_step_offers, recovery_codes, passkeys, second_steps;
      ALTER TABLE sessions DROP COLUMN second_step_at;
    `);
  }
}
