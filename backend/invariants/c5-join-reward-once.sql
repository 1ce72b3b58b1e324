-- A join reward is an order of price 0 outside any checkout, earns nothing, belongs to one claim that is free again
-- exactly when it was cancelled, and took its coins from the pool once. (One living claim per account, Discord id and
-- game name is a rule of the table.)
WITH taken AS (
  SELECT split_part(idempotency_key, ':', 2)::int AS id, count(*) AS n, sum(delta) AS delta
    FROM ledger_lines WHERE idempotency_key LIKE 'join-reward:%' AND account = 'coins' GROUP BY 1
)
SELECT coalesce(o.id, c.order_id, t.id) AS id, o.kind, o.status, c.freed_at, t.delta
  FROM (SELECT * FROM orders WHERE kind = 'join_reward') o
  FULL JOIN join_claims c ON c.order_id = o.id
  FULL JOIN taken t ON t.id = o.id
 WHERE o.id IS NULL OR c.order_id IS NULL OR t.id IS NULL
    OR o.total_cents <> 0 OR o.points <> 0 OR o.checkout_id IS NOT NULL OR o.commission_cents <> 0
    OR c.user_id <> o.user_id OR (c.freed_at IS NOT NULL) <> (o.status = 'cancelled')
    OR t.n <> 1 OR t.delta <> -o.coins
