import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that were staff when Discord was last asked: their names are kept from others after a restart too. */
export class KnownStaff1700000000103 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE TABLE known_staff (user_id int PRIMARY KEY REFERENCES users)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE known_staff');
  }
}
