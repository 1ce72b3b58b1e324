import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A grant that another one replaces stays until it is given back. */
export class FormerGrants1700000000045 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE role_connections DROP CONSTRAINT role_connections_pkey;
      ALTER TABLE role_connections ADD COLUMN id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
      CREATE UNIQUE INDEX role_connections_wanted ON role_connections (user_id) WHERE NOT is_unwanted;
      CREATE INDEX role_connections_of ON role_connections (user_id);

      -- An account whose grants end now does not wait for the next try of what Discord refused before.
      CREATE OR REPLACE FUNCTION role_connection_due() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE role_connections SET attempts = 0,
               next_try_at = CASE WHEN next_try_at = 'infinity'
                                    OR (OLD.discord_id, OLD.blocked_at, OLD.deleted_at)
                                       IS DISTINCT FROM (NEW.discord_id, NEW.blocked_at, NEW.deleted_at)
                                  THEN least(next_try_at, now()) ELSE next_try_at END
         WHERE user_id = NEW.id;
        RETURN NULL;
      END $$;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE OR REPLACE FUNCTION role_connection_due() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE role_connections SET attempts = 0,
               next_try_at = CASE WHEN next_try_at = 'infinity' THEN now() ELSE next_try_at END
         WHERE user_id = NEW.id;
        RETURN NULL;
      END $$;
      DELETE FROM role_connections former USING role_connections other
       WHERE former.user_id = other.user_id AND former.id <> other.id AND former.is_unwanted
         AND (NOT other.is_unwanted OR other.id > former.id);
      DROP INDEX role_connections_of, role_connections_wanted;
      ALTER TABLE role_connections DROP COLUMN id;
      ALTER TABLE role_connections ADD PRIMARY KEY (user_id);
    `);
  }
}
