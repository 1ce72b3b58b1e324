import { TIER_TABLE, TIERS } from '@pax/contracts';
import { type DatabaseRoles, withDedicatedConnection } from '../../platform/database/data-source.js';
import { CHECKOUTS, PURCHASE_ROWS, PURCHASES } from './purchases.js';

/** Numbers of rows that the large seed creates. */
export interface LargeSizes {
  readonly orders: number;
  readonly users: number;
  readonly tickets: number;
}
export const LARGE: LargeSizes = { orders: 100_000, users: 20_000, tickets: 5_000 };

/** Matches the argument for the large seed, with a number of orders for a smaller one. */
const FLAG = /^--large(?:=([1-9]\d{2,4}|100000))?$/;

/**
 * Parses the seed's arguments: `--large`, or `--large=<orders>` from 100 to 100,000 with users and tickets in
 * proportion.
 * @throws Error for any other argument
 */
export function parseLargeSizes(args: readonly string[]): LargeSizes | undefined {
  const [asked] = args;
  if (asked === undefined) return undefined;
  const found = FLAG.exec(asked);
  if (!found || args.length > 1) throw new Error('the seed takes --large or --large=<100 to 100000 orders>');
  const orders = Number(found[1] ?? LARGE.orders);
  const share = orders / LARGE.orders;
  return { orders, users: Math.ceil(LARGE.users * share), tickets: Math.ceil(LARGE.tickets * share) };
}

/** Tables that the admin panel's lists read; their query plans need statistics. */
const TABLES =
  'users, user_balances, list_counts, orders, tickets, checkouts, checkout_lines, ledger_journal, ledger_lines, ledger_balances';

/** Time limit of one statement of the seed, ms, because each inserts a whole set of rows. */
const STATEMENT_MS = 300_000;

/**
 * Adds the content of a shop after years to the demo content, once, keeping every invariant. Runs as the owner of
 * the tables, because the runtime role cannot create temporary tables.
 */
export async function seedLarge(
  { migrationDatabaseUrl }: Pick<DatabaseRoles, 'migrationDatabaseUrl'>,
  sizes: LargeSizes = LARGE,
): Promise<void> {
  await withDedicatedConnection(migrationDatabaseUrl, STATEMENT_MS, async (database) => {
    await database.run('BEGIN');
    await database.run("SELECT pg_advisory_xact_lock(hashtext('seed'))");
    const isThere = "SELECT FROM ledger_journal WHERE idempotency_key = 'seed:large:stock'";
    if (await database.exists(isThere)) return;
    for (const statement of statementsFor(sizes)) {
      await database.run(statement);
      const [, filled] = /^\s*(?:INSERT INTO|CREATE TEMP TABLE) (\w+)/.exec(statement) ?? [];
      // Collects statistics of the new rows, because Postgres would otherwise check each foreign key by reading a
      // whole table.
      if (filled !== undefined) await database.run(`ANALYZE ${filled}`);
    }
    await database.run('COMMIT');
    await database.run(`VACUUM (ANALYZE) ${TABLES}`);
  });
}

/** SQL of accounts as a shop has them after years: generated names, many with credit and points, a few blocked. */
const ACCOUNTS = `
  CREATE TEMP TABLE large_user ON COMMIT DROP AS
  SELECT n, nextval('users_id_seq')::int AS id, n % 97 = 0 AS blocked,
         (ARRAY['Amber', 'Basalt', 'Copper', 'Dusk', 'Ember', 'Frost', 'Granite', 'Harbor', 'Indigo', 'Jasper'])[1 + n % 10]
           || (ARRAY['Fox', 'Mason', 'Raven', 'Smith', 'Trader', 'Wolf', 'Builder'])[1 + n % 7] || n AS name,
         now() - interval '400 days' * (1 - n::float / $1) AS created_at
    FROM generate_series(1, $1::int) AS n;
`;

/** SQL that inserts these accounts into the shop's tables; their spending is added after the orders. */
const ACCOUNT_ROWS = [
  `INSERT INTO users (id, username, username_key, discord_username, minecraft_name, referral_code, blocked_at, block_reason, version, created_at)
   SELECT id, name, lower(name), lower(name) || '.chat', name || '_mc', 'PAX' || upper(lpad(to_hex(8000000 + n), 6, '0')),
          CASE WHEN blocked THEN now() END, CASE WHEN blocked THEN 'large seed' END, CASE WHEN blocked THEN 2 ELSE 1 END, created_at
     FROM large_user`,
  `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, occurred_at, published_at)
   SELECT gen_random_uuid(), 'user.registered', 'user', id::text, 1, created_at, created_at FROM large_user
   UNION ALL SELECT gen_random_uuid(), 'user.blocked', 'user', id::text, 2, now(), now() FROM large_user WHERE blocked`,
  `INSERT INTO ledger_journal (idempotency_key, reason, actor) VALUES ('seed:large:balances', 'first balance', 'shop')`,
  `CREATE TEMP TABLE large_balance ON COMMIT DROP AS
   SELECT 'credit:' || id AS account, 100 + n * 37 % 4900 AS balance FROM large_user WHERE n % 3 = 0
   UNION ALL SELECT 'points:' || id, 10 + n * 53 % 4990 FROM large_user WHERE n % 5 <> 0`,
  `INSERT INTO ledger_lines (idempotency_key, account, delta) SELECT 'seed:large:balances', account, balance FROM large_balance`,
  `INSERT INTO ledger_balances (account, balance, on_hand_version) SELECT account, balance, 1 FROM large_balance`,
];

const tierCase = [...TIERS]
  .toReversed()
  .map((tier) => `WHEN spent.cents >= ${TIER_TABLE[tier].minSpent} THEN '${tier}'`)
  .join(' ');

/** SQL that sets the spending of the accounts by their delivered orders, and the tier. */
const SPENDING = `
  UPDATE users SET total_spent_cents = spent.cents, tier = CASE ${tierCase} END
    FROM (SELECT user_id, sum(cash_cents) AS cents FROM large_order WHERE status IN ('completed', 'archived') GROUP BY user_id) AS spent
   WHERE users.id = spent.user_id`;

/** SQL of tickets by accounts and visitors: the oldest are answered or closed, the newest wait. */
const TICKETS = `
  CREATE TEMP TABLE large_ticket ON COMMIT DROP AS
  SELECT no AS n, nextval('tickets_id_seq')::int AS id, no % 5 < 2 AS is_visitor, sender.id AS user_id, sender.name,
         now() - interval '300 days' * (1 - no::float / $1) AS created_at,
         (ARRAY['Where is my order', 'Wrong name at checkout', 'Coins have not arrived', 'Question about a base',
                'Discord role is missing', 'Refund please'])[1 + no % 6] AS subject,
         (ARRAY['low', 'medium', 'medium', 'high', 'urgent'])[1 + no % 5] AS priority,
         CASE WHEN no > $1 * 0.9 THEN (ARRAY['open', 'in_progress'])[1 + no % 2]
              ELSE (ARRAY['resolved', 'resolved', 'closed'])[1 + no % 3] END AS status
    FROM generate_series(1, $1::int) AS ticket (no) JOIN large_user sender ON sender.n = 1 + abs(hashint4(no)::bigint) % $2;
`;

const TICKET_ROWS = [
  `INSERT INTO tickets (id, user_id, name, email, subject, message, priority, status, response, tier, priority_support,
          token_hash, version, created_at, ended_at)
   SELECT id, CASE WHEN NOT is_visitor THEN user_id END, name, lower(name) || '@example.org', subject || ' ' || n,
          subject || '? I was online yesterday evening from eight to ten near the spawn and waited at the lantern, but '
            || 'nobody came. My name in game is ' || name || '_mc. Thanks, ' || name,
          priority, status, CASE WHEN status = 'resolved' THEN 'It is on its way. Please stay online for ten minutes.' END,
          'bronze', n % 50 = 0, CASE WHEN is_visitor THEN encode(sha256(convert_to('large' || n, 'UTF8')), 'hex') END,
          CASE WHEN status = 'open' THEN 1 ELSE 2 END, created_at,
          CASE WHEN status IN ('resolved', 'closed') THEN created_at + interval '5 hours' END
     FROM large_ticket`,
  `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, occurred_at, published_at)
   SELECT gen_random_uuid(), type, 'ticket', id::text, step.version, created_at, created_at
     FROM large_ticket JOIN (VALUES ('open', 1, 'ticket.opened'), ('in_progress', 1, 'ticket.opened'), ('in_progress', 2, 'ticket.taken'),
       ('resolved', 1, 'ticket.opened'), ('resolved', 2, 'ticket.answered'), ('closed', 1, 'ticket.opened'), ('closed', 2, 'ticket.closed')
     ) AS step (status, version, type) USING (status)`,
];

const statementsFor = ({ orders, users, tickets }: LargeSizes): string[] => [
  fillPlaceholders(ACCOUNTS, users),
  ...ACCOUNT_ROWS,
  fillPlaceholders(PURCHASES, orders, users),
  CHECKOUTS,
  ...PURCHASE_ROWS,
  SPENDING,
  fillPlaceholders(TICKETS, tickets, users),
  ...TICKET_ROWS,
];

/**
 * Inserts numbers into a statement, because a statement that creates a table takes no parameters. The numbers come
 * from this program.
 */
const fillPlaceholders = (statement: string, ...numbers: readonly number[]): string =>
  numbers.reduce((text, number, at) => text.replaceAll(`$${at + 1}`, String(Math.trunc(number))), statement);
