-- A reward is free, held or used, and one of these only: used at once by what it gave, or by a paid checkout of its
-- owner that was not undone as a whole, or whose delivered goods kept their store credit because of a dispute.
WITH used AS (
  SELECT reward_id AS id, count(*) AS n, bool_and(c.user_id = r.user_id) AS is_owners
    FROM checkouts c JOIN rewards r ON r.id = c.reward_id
   WHERE c.paid_at IS NOT NULL
     AND (c.state <> 'refunded' OR EXISTS (SELECT FROM orders o WHERE o.checkout_id = c.id AND o.lost_cents > 0))
   GROUP BY 1
)
SELECT r.id, r.key, coalesce(f.balance, 0) AS free, coalesce(h.balance, 0) AS held, coalesce(u.n, 0) AS at_checkouts, a.idempotency_key AS at_once
  FROM rewards r
  LEFT JOIN ledger_balances f ON f.account = 'reward:' || r.id
  LEFT JOIN ledger_balances h ON h.account = 'reward-held:' || r.id
  LEFT JOIN used u ON u.id = r.id
  LEFT JOIN ledger_journal a ON a.idempotency_key = 'use:' || r.id
 WHERE coalesce(f.balance, 0) + coalesce(h.balance, 0) + coalesce(u.n, 0) + (a.idempotency_key IS NOT NULL)::int <> 1
    OR coalesce(u.is_owners, true) IS FALSE
    OR (a.idempotency_key IS NOT NULL) <> (r.key IN ('store-credit-5', 'vip-badge'))
    OR (r.key = 'store-credit-5') <> EXISTS (
         SELECT 1 FROM ledger_lines e WHERE e.idempotency_key = a.idempotency_key AND e.account = 'credit:' || r.user_id AND e.delta = 500)
