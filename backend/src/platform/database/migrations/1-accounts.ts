import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, sessions and what proves who somebody is. */
export class Accounts1700000000001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE users (
        id serial PRIMARY KEY,
        username text NOT NULL,
        -- Names are unique without regard to case and compatibility forms.
        username_key text NOT NULL UNIQUE,
        -- What a name looks like (Unicode's confusables); not unique, since claimName refuses look-alikes under a lock.
        username_skeleton text,
        password_hash text,
        discord_id text UNIQUE,
        discord_linked_at timestamptz,
        discord_username text,
        claimed_discord_id text,
        minecraft_name text,
        total_spent_cents bigint NOT NULL DEFAULT 0,
        tier text NOT NULL DEFAULT 'bronze',
        tier_floor text NOT NULL DEFAULT 'bronze',
        referral_code text UNIQUE,
        referred_by_user_id int REFERENCES users,
        blocked_at timestamptz,
        block_reason text,
        purchases_suspended boolean NOT NULL DEFAULT false,
        vip_at timestamptz,
        early_access_until timestamptz,
        -- Since when the account is an operator's, made on the server: an admin in sessions opened by admin code.
        operator_since timestamptz,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (referred_by_user_id <> id)
      );
      CREATE INDEX users_referred_by ON users (referred_by_user_id);
      CREATE INDEX users_username_skeleton ON users (username_skeleton);
      CREATE INDEX users_operators ON users (id) WHERE operator_since IS NOT NULL;

      -- Codes that their owner replaced: they stay the owner's, since they stand in links that were shared.
      CREATE TABLE former_referral_codes (
        code text PRIMARY KEY,
        user_id int NOT NULL REFERENCES users,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      -- Opaque cookies, stored hashed: who reads this table can't use it to sign in.
      CREATE TABLE sessions (
        id_hash text PRIMARY KEY,
        user_id int NOT NULL REFERENCES users,
        -- A session opened by password carries no rights of staff or admins.
        opened_by text NOT NULL CHECK (opened_by IN ('password', 'discord', 'admin-code')),
        -- When a sign-in with the linked Discord account opened this session; null once that proof was used up.
        discord_proven_at timestamptz,
        user_agent text,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sessions_user ON sessions (user_id);
      CREATE INDEX sessions_expiry ON sessions (expires_at);

      CREATE TABLE oauth_states (
        state_hash text PRIMARY KEY,
        -- Hash of a cookie of the browser that began: a callback in another browser is refused.
        browser_hash text NOT NULL,
        code_verifier text NOT NULL,
        -- What the state is for: to sign in, to prove the linked account again, or to link.
        purpose text NOT NULL DEFAULT 'sign-in',
        user_id int REFERENCES users,
        next_path text NOT NULL DEFAULT '/',
        expires_at timestamptz NOT NULL
      );

      CREATE TABLE admin_codes (
        code_hash text PRIMARY KEY,
        user_id int NOT NULL REFERENCES users,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );

      -- Browsers that signed in before, by the keyed hash of a cookie that outlives sessions.
      CREATE TABLE known_browsers (
        user_id int NOT NULL REFERENCES users,
        browser_hash text NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, browser_hash)
      );

      -- What the owner of an account is told about its security; the newest of each account are kept.
      CREATE TABLE security_notices (
        id serial PRIMARY KEY,
        user_id int NOT NULL REFERENCES users,
        kind text NOT NULL,
        user_agent text,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX security_notices_user ON security_notices (user_id, id);

      CREATE TABLE audit_log (
        id bigserial PRIMARY KEY,
        actor text NOT NULL,
        action text NOT NULL,
        subject text NOT NULL,
        detail jsonb NOT NULL DEFAULT '{}',
        address_hash text,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE INDEX audit_log_actor ON audit_log (actor, created_at);
      CREATE INDEX audit_log_subject ON audit_log (subject, id);

      -- Counters of limits; losing them in a crash of the database costs nothing but a fresh start of the windows.
      CREATE UNLOGGED TABLE rate_limits (
        key text PRIMARY KEY,
        points int NOT NULL DEFAULT 0,
        -- Milliseconds since 1970.
        expire bigint
      );
      CREATE INDEX rate_limits_expire ON rate_limits (expire);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE rate_limits, audit_log, security_notices, known_browsers, admin_codes, oauth_states, sessions,
        former_referral_codes, users;
      DROP FUNCTION refuse_change;
    `);
  }
}
