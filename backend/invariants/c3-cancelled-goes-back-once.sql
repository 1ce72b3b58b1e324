-- A cancelled purchase gave goods, credit, bonus and points back, by what its order says and once; a delivered one that
-- was refunded gave all of that but the goods, which came back at most once; no other did.
WITH due AS (
  SELECT o.id, CASE WHEN o.coins IS NULL THEN 'stock:' || o.product_id ELSE 'coins' END AS account, coalesce(o.coins, o.quantity) AS delta
    FROM orders o WHERE o.status = 'cancelled' AND o.payment_status <> 'void'
  UNION ALL SELECT id, 'credit:' || user_id, credit_cents FROM orders WHERE payment_status = 'refunded' AND credit_cents <> 0
  UNION ALL SELECT id, 'bonus:' || user_id, bonus_cents FROM orders WHERE payment_status = 'refunded' AND bonus_cents <> 0
  UNION ALL SELECT id, 'points:' || user_id, -points FROM orders WHERE payment_status = 'refunded' AND points <> 0
), back AS (
  SELECT split_part(idempotency_key, ':', 3)::int AS id, account, delta FROM ledger_lines WHERE idempotency_key LIKE 'reverse:order:%'
)
SELECT id, account, due.delta AS due, back.delta AS back
  FROM due FULL JOIN back USING (id, account)
 WHERE due.delta IS DISTINCT FROM back.delta
UNION ALL
SELECT o.id, e.account, CASE WHEN o.coins IS NULL THEN o.quantity ELSE o.coins END, e.delta
  FROM ledger_lines e LEFT JOIN orders o ON e.idempotency_key = 'restock:' || o.id
 WHERE e.idempotency_key LIKE 'restock:%'
   AND (o.id IS NULL OR o.payment_status <> 'refunded' OR o.status = 'cancelled' OR e.delta <> coalesce(o.coins, o.quantity)
        OR e.account <> CASE WHEN o.coins IS NULL THEN 'stock:' || o.product_id ELSE 'coins' END)
