import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each act of staff on an order looks up the Discord ids that its buyer had. */
export class IdentitiesByAccount1700000000094 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // A build that was cut off left an index that counts for nothing.
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS departed_identities_of');
    await db.query('CREATE INDEX CONCURRENTLY departed_identities_of ON departed_identities (user_id, kind)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX departed_identities_of');
  }
}
