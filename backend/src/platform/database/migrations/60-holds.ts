import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holders of goods, and the time until which a confirming checkout holds. */
export class Holds1700000000060 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE checkouts ADD COLUMN by_new_account boolean NOT NULL DEFAULT false,
                            ADD COLUMN hold_until timestamptz,
                            ADD COLUMN hold_ended_at timestamptz;
      -- Only new accounts had their address kept.
      UPDATE checkouts SET by_new_account = true WHERE address_hash IS NOT NULL;
      -- Their buyers were told of no end, so they have the whole time from now on.
      UPDATE checkouts SET hold_until = coalesce(
               CASE method WHEN 'crypto' THEN session_expires_at END, now() + interval '24 hours')
       WHERE state = 'confirming';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE checkouts DROP COLUMN by_new_account, DROP COLUMN hold_until, DROP COLUMN hold_ended_at`,
    );
  }
}
