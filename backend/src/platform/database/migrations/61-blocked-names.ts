import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'discord', 'game-name', 'username', 'referral-code', 'second-step'`;
const kindsAre = (kinds: string): string => `
  ALTER TABLE departed_identities DROP CONSTRAINT departed_identities_kind_check;
  ALTER TABLE departed_identities ADD CONSTRAINT departed_identities_kind_check CHECK (kind IN (${kinds}))`;

/** Orders for a game name that a blocked account ordered for, and one form of Bedrock names. */
export class BlockedNames1700000000061 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users ADD COLUMN names_kept boolean NOT NULL DEFAULT false;
      CREATE INDEX users_names_due ON users (id) WHERE (blocked_at IS NOT NULL) <> names_kept;
      ALTER TABLE checkouts ADD COLUMN blocked_name boolean NOT NULL DEFAULT false;
      ALTER TABLE orders ADD COLUMN blocked_name boolean NOT NULL DEFAULT false;
      -- Where both forms have a claim, one of them says enough.
      UPDATE join_claims c SET game_name_key = substr(game_name_key, 2)
       WHERE game_name_key LIKE '.%' AND NOT EXISTS (
             SELECT FROM join_claims o WHERE o.game_name_key = substr(c.game_name_key, 2) AND o.freed_at IS NULL)`);
    await db.query(kindsAre(`${KINDS}, 'ordered-name'`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM departed_identities WHERE kind = 'ordered-name'`);
    await db.query(kindsAre(KINDS));
    await db.query(`
      ALTER TABLE orders DROP COLUMN blocked_name;
      ALTER TABLE checkouts DROP COLUMN blocked_name;
      ALTER TABLE users DROP COLUMN names_kept`);
  }
}
