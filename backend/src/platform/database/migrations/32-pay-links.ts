import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links from Discord to the checkout. */
export class PayLinks1700000000032 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE pay_links (
        token_hash text PRIMARY KEY,
        -- Whom Discord proved when the link was asked for.
        discord_id text NOT NULL,
        items jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        -- The try that used it, which may ask again for its answer.
        request_id text,
        CHECK ((used_at IS NULL) = (request_id IS NULL))
      );
      CREATE INDEX pay_links_person ON pay_links (discord_id, created_at);
      CREATE INDEX pay_links_expiry ON pay_links (expires_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE pay_links');
  }
}
