import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Discord ids that an account with a second step let go, and the accounts that came back with one. */
export class OwedStep1700000000021 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users ADD COLUMN second_step_owed boolean NOT NULL DEFAULT false;
      ALTER TABLE departed_identities DROP CONSTRAINT departed_identities_kind_check;
      ALTER TABLE departed_identities ADD CONSTRAINT departed_identities_kind_check
        CHECK (kind IN ('discord', 'game-name', 'username', 'referral-code', 'second-step'));
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM departed_identities WHERE kind = 'second-step';
      ALTER TABLE departed_identities DROP CONSTRAINT departed_identities_kind_check;
      ALTER TABLE departed_identities ADD CONSTRAINT departed_identities_kind_check
        CHECK (kind IN ('discord', 'game-name', 'username', 'referral-code'));
      ALTER TABLE users DROP COLUMN second_step_owed;
    `);
  }
}
