import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'discord', 'game-name', 'username', 'referral-code', 'second-step', 'ordered-name'`;
const kindsAre = (kinds: string): string => `
  ALTER TABLE departed_identities DROP CONSTRAINT departed_identities_kind_check;
  ALTER TABLE departed_identities ADD CONSTRAINT departed_identities_kind_check CHECK (kind IN (${kinds})) NOT VALID`;

/** Names that the team gave up, in the form that nobody may come close to. */
export class TeamNames1700000000106 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(kindsAre(`${KINDS}, 'team-name'`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM departed_identities WHERE kind = 'team-name'`);
    await db.query(kindsAre(KINDS));
  }
}
