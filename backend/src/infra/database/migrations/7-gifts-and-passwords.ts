import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Referral codes that were given up, who was given the join reward, and the right to set a password anew. */
export class GiftsAndPasswords1700000000007 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Codes that their owner replaced: they stay the owner's, since they stand in links that were shared.
      CREATE TABLE former_referral_codes (
        code text PRIMARY KEY,
        user_id int NOT NULL REFERENCES users,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      -- One row per join reward. A reward whose order was cancelled is free again; the others stay for ever.
      CREATE TABLE join_claims (
        order_id int PRIMARY KEY REFERENCES orders,
        user_id int NOT NULL REFERENCES users,
        discord_id text NOT NULL,
        -- The game name without case; null where none was given.
        game_name_key text,
        created_at timestamptz NOT NULL DEFAULT now(),
        freed_at timestamptz
      );
      CREATE UNIQUE INDEX join_claims_user ON join_claims (user_id) WHERE freed_at IS NULL;
      CREATE UNIQUE INDEX join_claims_discord ON join_claims (discord_id) WHERE freed_at IS NULL;
      CREATE UNIQUE INDEX join_claims_name ON join_claims (game_name_key) WHERE freed_at IS NULL;

      -- Until when this session may set a password without the old one: Discord has just proven the owner.
      ALTER TABLE sessions ADD COLUMN password_free_until timestamptz;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE sessions DROP COLUMN password_free_until; DROP TABLE join_claims, former_referral_codes',
    );
  }
}
