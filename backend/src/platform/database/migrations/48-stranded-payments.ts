import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Money that came for orders which are void is read with each of them. */
export class StrandedPayments1700000000048 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX payments_stranded ON payments (checkout_id) WHERE state = 'stranded'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX payments_stranded');
  }
}
