import type { QueryRunner } from 'typeorm';
import { countingOf } from './counting.js';
import { Migration } from './migration.js';

/** Accounts with their sessions, what proves who somebody is, rights, the audit, and what is kept of who left. */
export class People1800000000002 extends Migration {
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
        applied_referral_code text,
        blocked_at timestamptz,
        block_reason text,
        -- While blocked: its names are among departed_identities.
        names_kept boolean NOT NULL DEFAULT false,
        purchases_suspended boolean NOT NULL DEFAULT false,
        vip_at timestamptz,
        early_access_until timestamptz,
        -- Since when the account is an operator's, made on the server: an admin in sessions opened by admin code.
        operator_since timestamptz,
        second_step_owed boolean NOT NULL DEFAULT false,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz,
        -- Stored, because composing one anew for each hit was most of a search; in "C", LIKE compares bytes.
        searched text COLLATE "C" GENERATED ALWAYS AS (lower(username || ' ' || coalesce(discord_username, '') || ' '
          || coalesce(minecraft_name, '') || ' ' || coalesce(referral_code, ''))) STORED,
        CHECK (referred_by_user_id <> id)
      );
      CREATE INDEX users_referred_by ON users (referred_by_user_id);
      CREATE INDEX users_username_skeleton ON users (username_skeleton);
      CREATE INDEX users_operators ON users (id) WHERE operator_since IS NOT NULL;
      CREATE INDEX users_names_due ON users (id) WHERE (blocked_at IS NOT NULL) <> names_kept;
      -- Lists and searches of the panel.
      CREATE INDEX users_spent ON users (total_spent_cents, id);
      CREATE INDEX users_blocked ON users (id) WHERE blocked_at IS NOT NULL;
      CREATE INDEX users_present ON users (id) WHERE deleted_at IS NULL;
      CREATE INDEX users_deleted ON users (id) WHERE deleted_at IS NOT NULL;
      CREATE INDEX users_username_search ON users USING gin (lower(username) gin_trgm_ops);
      CREATE INDEX users_search ON users USING gin (searched gin_trgm_ops);
      ${countingOf('users', "CASE WHEN deleted_at IS NULL THEN 'users:present' ELSE 'users:deleted' END")}

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
        -- When the password was last asked for in this session, as a proof of its owner.
        proven_at timestamptz,
        -- When the session passed the second step last; null: not yet.
        second_step_at timestamptz,
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

      -- One row while an account has an app or a passkey; deleting it takes everything along.
      CREATE TABLE second_steps (
        user_id int PRIMARY KEY REFERENCES users,
        -- Key of the app, encrypted under TOKEN_KEY; null while there are only passkeys.
        totp_sealed text,
        totp_since timestamptz,
        -- The newest 30 s step whose code was used; none of it or before works again.
        totp_used_step bigint,
        created_at timestamptz NOT NULL,
        CHECK ((totp_sealed IS NULL) = (totp_since IS NULL))
      );

      CREATE TABLE passkeys (
        id serial PRIMARY KEY,
        user_id int NOT NULL REFERENCES second_steps ON DELETE CASCADE,
        credential_id text NOT NULL UNIQUE,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      );
      CREATE INDEX passkeys_user ON passkeys (user_id);

      CREATE TABLE recovery_codes (
        user_id int NOT NULL REFERENCES second_steps ON DELETE CASCADE,
        code_hash text NOT NULL,
        used_at timestamptz,
        PRIMARY KEY (user_id, code_hash)
      );

      -- What a session was offered to answer; a newer offer of a kind replaces the older.
      CREATE TABLE second_step_offers (
        session_id text NOT NULL REFERENCES sessions ON UPDATE CASCADE ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('totp', 'new-passkey', 'passkey')),
        -- A challenge, or the key of an app, encrypted under TOKEN_KEY.
        value text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (session_id, kind)
      );

      -- Rights in the panel by Discord role.
      CREATE TABLE role_rights (
        -- Discord's id. A row without rights takes those away that the staff role has from the start.
        role_id text PRIMARY KEY,
        rights text[] NOT NULL
          CHECK (rights <@ ARRAY['orders', 'move', 'refund', 'money', 'products', 'users', 'tickets']),
        version int NOT NULL DEFAULT 1,
        updated_by int NOT NULL REFERENCES users,
        updated_at timestamptz NOT NULL
      );

      -- Accounts that were staff when Discord was last asked: their names are kept from others after a restart too.
      CREATE TABLE known_staff (user_id int PRIMARY KEY REFERENCES users);

      CREATE TABLE audit_log (
        id bigserial PRIMARY KEY,
        actor text NOT NULL,
        action text NOT NULL,
        subject text NOT NULL,
        detail jsonb NOT NULL DEFAULT '{}',
        address_hash text,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX audit_log_actor ON audit_log (actor, created_at);
      CREATE INDEX audit_log_subject ON audit_log (subject, id);
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      -- Apart from the audit, which can't be changed, so that reasons go with a deleted account.
      CREATE TABLE block_reasons (
        audit_id bigint PRIMARY KEY REFERENCES audit_log,
        user_id int NOT NULL REFERENCES users,
        text text NOT NULL
      );
      CREATE INDEX block_reasons_user ON block_reasons (user_id);

      -- Keyed hashes of who a deleted or blocked account belonged to; the account says whether it is blocked.
      CREATE TABLE departed_identities (
        kind text NOT NULL CHECK (kind IN
          ('discord', 'game-name', 'username', 'referral-code', 'second-step', 'ordered-name', 'team-name')),
        hash text NOT NULL,
        user_id int NOT NULL REFERENCES users,
        -- A username may be taken again then; null is never.
        rests_until timestamptz,
        PRIMARY KEY (kind, hash, user_id)
      );
      -- Each act of staff on an order looks up the Discord ids that its buyer had.
      CREATE INDEX departed_identities_of ON departed_identities (user_id, kind);

      -- Roles that Discord is to give; sent outside of the transaction that promised them.
      CREATE TABLE role_grants (
        user_id int PRIMARY KEY REFERENCES users,
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz,
        -- Whether the badge is frozen, and whether it was when the role was last changed.
        is_frozen boolean NOT NULL DEFAULT false,
        was_frozen boolean NOT NULL DEFAULT false
      );
      CREATE INDEX role_grants_waiting ON role_grants (next_try_at) WHERE done_at IS NULL;

      -- Discord accounts that were unlinked, until the VIP role was taken from them.
      CREATE TABLE former_roles (
        discord_id text PRIMARY KEY,
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL
      );
    `);
  }
}
