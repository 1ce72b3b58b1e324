import { TIER_TABLE, TIERS } from '@pax/contracts';

/** Accounts as a shop has them after years: names of some patterns, credit and points of many, a few blocked. */
export const ACCOUNTS = `
  CREATE TEMP TABLE large_user ON COMMIT DROP AS
  SELECT n, nextval('users_id_seq')::int AS id, n % 97 = 0 AS blocked,
         (ARRAY['Amber', 'Basalt', 'Copper', 'Dusk', 'Ember', 'Frost', 'Granite', 'Harbor', 'Indigo', 'Jasper'])[1 + n % 10]
           || (ARRAY['Fox', 'Mason', 'Raven', 'Smith', 'Trader', 'Wolf', 'Builder'])[1 + n % 7] || n AS name,
         now() - interval '400 days' * (1 - n::float / $1) AS created_at
    FROM generate_series(1, $1::int) AS n;
`;

/** The same table's rows in their tables; total spending follows with the orders. */
export const ACCOUNT_ROWS = [
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

/** Spending of the accounts by their delivered orders, and its tier. */
export const SPENDING = `
  UPDATE users SET total_spent_cents = spent.cents, tier = CASE ${tierCase} END
    FROM (SELECT user_id, sum(cash_cents) AS cents FROM large_order WHERE status IN ('completed', 'archived') GROUP BY user_id) AS spent
   WHERE users.id = spent.user_id`;
