import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is kept of one account is asked at each act of staff on an order. */
export class IdentitiesByAccount1700000000094 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX departed_identities_of ON departed_identities (user_id, kind)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX departed_identities_of');
  }
}
