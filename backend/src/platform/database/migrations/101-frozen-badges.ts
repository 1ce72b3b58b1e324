import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps with each VIP role whether its badge is frozen, and whether it was when the role was last changed. */
export class FrozenBadges1700000000101 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE role_grants
        ADD COLUMN is_frozen boolean NOT NULL DEFAULT false,
        -- A program of before changes roles without this, so that its changes are made again.
        ADD COLUMN was_frozen boolean NOT NULL DEFAULT false`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE role_grants DROP COLUMN is_frozen, DROP COLUMN was_frozen');
  }
}
