import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rewards with their codes, and the Discord roles that are still to be granted. */
export class Rewards1700000000004 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Whether a reward is free, held or used is not here: the ledger has it.
      CREATE TABLE rewards (
        id serial PRIMARY KEY,
        user_id int NOT NULL REFERENCES users,
        key text NOT NULL,
        code text NOT NULL UNIQUE,
        points_cost int NOT NULL CHECK (points_cost > 0),
        -- Idempotency key of the request: a repeat finds this row.
        request_id text,
        redeemed_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        UNIQUE (user_id, request_id)
      );
      CREATE INDEX rewards_user ON rewards (user_id, id);

      -- Roles that Discord is to give; sent outside of the transaction that promised them.
      CREATE TABLE role_grants (
        user_id int PRIMARY KEY REFERENCES users,
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz
      );
      CREATE INDEX role_grants_waiting ON role_grants (next_try_at) WHERE done_at IS NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE role_grants, rewards`);
  }
}
