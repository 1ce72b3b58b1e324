import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reminders of disputes, and payments that were called probable fraud. */
export class DisputesByHand1700000000023 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE disputes ADD COLUMN reminded_at timestamptz;
      CREATE TABLE fraud_warnings (
        payment_id int PRIMARY KEY REFERENCES payments,
        provider_ref text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE fraud_warnings; ALTER TABLE disputes DROP COLUMN reminded_at`);
  }
}
