import type { MigrationInterface, QueryRunner } from 'typeorm';
import { usernameSkeleton } from '../../../common/username-skeleton.js';

/** When Discord was linked and proved a session's owner, on which browser a session is, what owners are told. */
export class AccountSecurity1700000000009 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users ADD COLUMN discord_linked_at timestamptz;
      UPDATE users u SET discord_linked_at = coalesce(
        (SELECT max(a.created_at) FROM audit_log a
          WHERE a.action = 'discord.link' AND a.subject = 'user:' || u.id), u.created_at)
       WHERE discord_id IS NOT NULL;

      -- When a sign-in with the linked Discord account opened this session; null once that proof was used up.
      ALTER TABLE sessions ADD COLUMN discord_proven_at timestamptz, ADD COLUMN user_agent text;
      UPDATE sessions SET discord_proven_at = password_free_until - interval '10 minutes';
      ALTER TABLE sessions DROP COLUMN password_free_until;

      -- What the state is for: to sign in, to prove the linked account again, or to link.
      ALTER TABLE oauth_states RENAME COLUMN link_user_id TO user_id;
      ALTER TABLE oauth_states ADD COLUMN purpose text NOT NULL DEFAULT 'sign-in';

      -- What the owner of an account is told about its security; the newest of each account are kept.
      CREATE TABLE security_notices (
        id serial PRIMARY KEY,
        user_id int NOT NULL REFERENCES users,
        kind text NOT NULL,
        user_agent text,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX security_notices_user ON security_notices (user_id, id);

      -- What a name looks like (Unicode's confusables). Not unique: names from before stay as they are.
      ALTER TABLE users ADD COLUMN username_skeleton text;
      CREATE INDEX users_username_skeleton ON users (username_skeleton);
    `);
    const users: { id: number; username: string }[] = await db.query('SELECT id, username FROM users');
    await db.query(
      `UPDATE users SET username_skeleton = s.skeleton
         FROM unnest($1::int[], $2::text[]) AS s(id, skeleton) WHERE users.id = s.id`,
      [users.map(({ id }) => id), users.map(({ username }) => usernameSkeleton(username))],
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE security_notices;
      DELETE FROM oauth_states;
      ALTER TABLE oauth_states DROP COLUMN purpose;
      ALTER TABLE oauth_states RENAME COLUMN user_id TO link_user_id;
      ALTER TABLE sessions DROP COLUMN discord_proven_at, DROP COLUMN user_agent,
        ADD COLUMN password_free_until timestamptz;
      ALTER TABLE users DROP COLUMN discord_linked_at, DROP COLUMN username_skeleton;
    `);
  }
}
