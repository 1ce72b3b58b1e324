-- Versions of an aggregate run 1..n in the outbox, and the row carries the last of them; no other event exists.
WITH events AS (
  SELECT aggregate, aggregate_id, count(*) AS n, max(version) AS top, min(version) AS first
    FROM outbox_events
   WHERE aggregate NOT IN ('alert', 'bell')
     -- Of notices to an account the newest are kept.
     AND (aggregate <> 'notice' OR aggregate_id IN (SELECT id::text FROM security_notices))
   GROUP BY aggregate, aggregate_id
), rows AS (
  SELECT 'order' AS aggregate, id::text AS aggregate_id, version FROM orders
  UNION ALL SELECT 'checkout', ref, version FROM checkouts
  UNION ALL SELECT 'user', id::text, version FROM users
  UNION ALL SELECT 'product', id::text, version FROM products
  UNION ALL SELECT 'stock', substr(account, 7), version FROM ledger_balances WHERE account LIKE 'stock:%' AND version > 0
  UNION ALL SELECT 'coins', 'pool', version FROM ledger_balances WHERE account = 'coins' AND version > 0
  UNION ALL SELECT 'balance', account, version FROM ledger_balances
   WHERE account ~ '^(credit|bonus|points):' AND version > 0
  UNION ALL SELECT 'reward', substr(account, 8), version FROM ledger_balances WHERE account LIKE 'reward:%' AND version > 0
  UNION ALL SELECT 'ticket', id::text, version FROM tickets
  UNION ALL SELECT 'rights', role_id, version FROM role_rights
  UNION ALL SELECT 'notice', id::text, 1 FROM security_notices
)
SELECT aggregate, aggregate_id, r.version, t.n, t.top
  FROM rows r FULL JOIN events t USING (aggregate, aggregate_id)
 WHERE t.n IS DISTINCT FROM r.version OR t.top IS DISTINCT FROM r.version OR t.first IS DISTINCT FROM 1
