import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { migrateDatabase } from './data-source.js';
import { MIGRATIONS } from './migrations/index.js';

/** Record of the migrations in a database of version 0.1.0. */
const FORMER: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../../test/former-migrations.json', import.meta.url), 'utf8'),
);
const NAMES = Object.keys(FORMER);

describe('a database of the former migrations (OWN-1023)', () => {
  let own: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    own = await createTestDatabase();
    owner = new pg.Client({ connectionString: own.url });
    await owner.connect();
    // Later migrations add these.
    await owner.query('DROP TABLE unbooked_refunds');
    await owner.query('DROP TABLE thread_messages');
    await owner.query('DROP TABLE referral_opens');
    await owner.query('DROP TABLE overview_figures, overview_progress, undoable_acts');
    await owner.query('ALTER TABLE outbox_events DROP COLUMN tell_at');
    await owner.query('ALTER TABLE direct_messages ADD FOREIGN KEY (user_id) REFERENCES users');
    await owner.query('ALTER TABLE users DROP COLUMN named_in_purchases');
    await owner.query('ALTER TABLE stock_levels DROP COLUMN restock_posted_at, DROP COLUMN is_sold_out');
    await owner.query('DROP TABLE reviews, wishlist, restocks');
    await owner.query('ALTER TABLE users DROP COLUMN loss_undecided');
    await owner.query('ALTER TABLE role_rights DROP COLUMN taken_at');
    await owner.query('ALTER TABLE known_browsers DROP COLUMN first_seen_at, DROP COLUMN has_passed_step');
    await owner.query('ALTER TABLE tickets DROP COLUMN inside_changes');
    await owner.query('ALTER TABLE ticket_pictures DROP COLUMN message_id');
    await owner.query(
      `ALTER TABLE tickets DROP COLUMN recency, DROP COLUMN messages, DROP COLUMN last_message_at,
         DROP COLUMN last_message_side, DROP COLUMN follows_id`,
    );
    await owner.query('DROP TABLE ticket_messages');
    await owner.query('DROP SEQUENCE ticket_recency');
    await owner.query('ALTER TABLE oauth_states DROP COLUMN proof_hash');
    await owner.query('DROP TABLE push_sends, push_subscriptions, notices, notice_switches');
    await owner.query('ALTER TABLE mails DROP COLUMN topic, DROP COLUMN is_replaceable');
    await owner.query('ALTER TABLE direct_messages DROP COLUMN kind');
    await owner.query(
      `INSERT INTO users (username, username_key, purchases_suspended) VALUES ('Ann', 'ann', false), ('Ben', 'ben', true)`,
    );
    // Ann's Discord id was linked an hour ago, Ben's at no known time.
    await owner.query(
      `UPDATE users SET discord_id = 'id of ' || username,
         discord_linked_at = CASE username WHEN 'Ann' THEN now() - interval '1 hour' END`,
    );
    await owner.query(
      `INSERT INTO sessions (id_hash, user_id, opened_by, created_at, expires_at)
       SELECT username || ' ' || hours, id, 'discord', now() - make_interval(hours => hours), now() + interval '1 day'
         FROM users, (VALUES (0), (2)) AS before (hours)`,
    );
  });
  afterAll(async () => {
    await owner.end();
    await own.drop();
  });

  const again = (): Promise<void> =>
    migrateDatabase({ migrationDatabaseUrl: own.url, databaseUrl: own.runtimeUrl });
  const applied = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  };
  const recorded = async (): Promise<string[]> => {
    const { rows } = await owner.query(
      `SELECT json_object_keys(obj_description('migrations'::regclass, 'pg_class')::json) AS name`,
    );
    return rows.map(({ name }) => name);
  };
  /** Makes the database look as if these migrations had made it. */
  async function madeBy(names: readonly string[]): Promise<void> {
    const record = Object.fromEntries(names.map((name) => [name, FORMER[name]]));
    await owner.query('DELETE FROM migrations');
    await owner.query(
      'INSERT INTO migrations (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name',
      [names],
    );
    await owner.query(`COMMENT ON TABLE migrations IS '${JSON.stringify(record)}'`);
  }

  it('is refused where it lacks some, with what to start first', async () => {
    const before = NAMES.slice(0, -1);
    await madeBy(before);
    await expect(again()).rejects.toThrow(
      /Nothing was changed: .* lacks .* Start version 0\.1\.0 of commit [0-9a-f]{8} on it once/,
    );
    expect(await applied()).toEqual(before);
  });

  it('is taken over where it has them all, rows and all, and older programs stay ready', async () => {
    await madeBy(NAMES);
    await owner.query('CREATE TABLE role_connections (user_id int REFERENCES users)');
    await owner.query(
      'CREATE FUNCTION role_connection_due() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    );
    await owner.query(
      'CREATE TRIGGER users_role_connection AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION role_connection_due()',
    );
    await again();
    const present = MIGRATIONS.map(({ name }) => name);
    expect(await applied()).toEqual(present);
    expect(await recorded()).toEqual([...NAMES, ...present]);
    const users = await owner.query('SELECT username, loss_undecided AS undecided FROM users ORDER BY id');
    // A suspension without an open dispute was left by a lost one.
    expect(users.rows).toEqual([
      { username: 'Ann', undecided: false },
      { username: 'Ben', undecided: true },
    ]);
    const sessions = await owner.query('SELECT id_hash AS id, opened_by AS by FROM sessions ORDER BY 1');
    expect(sessions.rows.map(({ id, by }) => `${id} ${by}`)).toEqual([
      'Ann 0 discord',
      'Ann 2 password',
      'Ben 0 discord',
      'Ben 2 discord',
    ]);
    const { rows: left } = await owner.query(`SELECT to_regclass('role_connections') AS grants`);
    expect(left).toEqual([{ grants: null }]);
    await again();
    expect(await applied()).toEqual(present);
  });
});
