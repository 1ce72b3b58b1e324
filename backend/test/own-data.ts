import type { DataSource } from 'typeorm';
import { RunDeletions } from '../src/office/own-data/account-deletions.js';
import type { TestApp } from './app.js';
import { sendUntilServed } from './send-until-served.js';
import type { SignedIn } from './sign-in.js';

/** Tables that hold no person's text, and why. */
export const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  account_deletions: 'numbers and times',
  audit_log: 'accounts by number',
  bot_lease: 'the bot',
  bot_logins: 'times',
  checkout_lines: 'goods',
  departed_identities: 'keyed hashes',
  discord_faults: 'the set-up',
  disputes: 'money',
  former_prices: 'goods',
  fraud_warnings: 'money',
  known_staff: 'accounts by number',
  lasting_messages: "the shop's own words, as a hash",
  ledger_balances: 'accounts by number',
  ledger_journal: 'accounts by number',
  ledger_lines: 'accounts by number',
  list_counts: 'numbers of rows',
  newcomers_since: 'a time',
  notice_switches: 'kinds of notices',
  order_history: 'accounts by number',
  overview_figures: 'numbers per hour',
  overview_progress: 'a time',
  outbox_events: 'ids',
  payments: 'money',
  pictures: 'bytes; gone with the last ticket or product that shows them',
  post_batches: 'a frozen message is kept until it is reported only',
  product_pictures: 'goods',
  products: 'goods',
  push_sends: 'ids and topics',
  rate_limits: 'ids and hashes, for a day at most',
  reconciliations: 'money',
  referral_opens: 'numbers per day',
  refunds: "money, with a reason in the shop's words",
  rewards: 'random codes',
  role_grants: 'accounts by number',
  restocks: 'goods',
  role_rights: 'roles',
  stock_levels: 'goods',
  stream_rooms: 'accounts by number',
  thread_messages: 'ids',
  ticket_threads: 'ids',
  unbooked_refunds: 'money',
  undoable_acts: 'accounts by number, for seconds',
  user_balances: 'accounts by number',
  wishlist: 'goods of accounts by number',
  write_probes: 'a row of health',
};

/** A word that occurs in no random text; the names, addresses and texts of one person contain it. */
export const MARK = 'mkrzq';
/** Discord id of that person, which cannot contain the word. */
export const MARKED_DISCORD_ID = '771900112233445566';
const PATTERN = `${MARK}|${MARKED_DISCORD_ID}`;

interface TextColumn {
  table: string;
  column: string;
}

/** Lists every table of the shop. */
export async function listTables(database: DataSource): Promise<string[]> {
  const rows: { name: string }[] = await database.query(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Lists every text column, as `table.column`, in which a row contains the mark. */
export async function findMarked(database: DataSource, pattern = PATTERN): Promise<string[]> {
  const columns: TextColumn[] = await database.query(
    `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND c.data_type IN ('text', 'json', 'jsonb', 'ARRAY', 'character varying', 'bytea') ORDER BY 1, 2`,
  );
  const marked: string[] = [];
  for (const { table, column } of columns) {
    const rows: unknown[] = await database.query(
      `SELECT 1 FROM "${table}" WHERE "${column}"::text ~* $1 LIMIT 1`,
      [pattern],
    );
    if (rows.length > 0) marked.push(`${table}.${column}`);
  }
  return marked;
}

/** Makes the deletion of an account due and runs it. */
export async function runDeletionNow(shop: TestApp, userId: number): Promise<void> {
  await shop.database.query(
    `UPDATE account_deletions SET due_at = now() - interval '1 hour',
            done_at = done_at - interval '2 hours' WHERE user_id = $1`,
    [userId],
  );
  await shop.app.get(RunDeletions).runDueDeletions();
}

/**
 * Requests the deletion of an account and runs it at once. @throws Error with the refusal, such as `DELETION_REFUSED`
 * with its `obstacles` while an order is open
 */
export async function deleteNow(
  shop: TestApp,
  { agent, userId }: Pick<SignedIn, 'agent' | 'userId'> & Partial<SignedIn>,
): Promise<void> {
  await sendUntilServed(() => agent.delete('/api/account'), 200);
  await runDeletionNow(shop, userId);
}
