import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Discord accounts that were unlinked, until the VIP role was taken from them. */
export class FormerRoles1700000000096 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE former_roles (
        discord_id text PRIMARY KEY,
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE former_roles');
  }
}
