-- A cancelled purchase gave goods, credit, bonus and points back, by what its order says and once; no other did.
WITH due AS (
  SELECT o.id, CASE WHEN o.coins IS NULL THEN 'stock:' || o.product_id ELSE 'coins' END AS account, coalesce(o.coins, o.quantity) AS delta
    FROM orders o WHERE o.status = 'cancelled'
  UNION ALL SELECT id, 'credit:' || user_id, credit_cents FROM orders WHERE status = 'cancelled' AND credit_cents <> 0
  UNION ALL SELECT id, 'bonus:' || user_id, bonus_cents FROM orders WHERE status = 'cancelled' AND bonus_cents <> 0
  UNION ALL SELECT id, 'points:' || user_id, -points FROM orders WHERE status = 'cancelled' AND points <> 0
), back AS (
  SELECT split_part(act, ':', 3)::int AS id, account, delta FROM ledger_entries WHERE act LIKE 'reverse:order:%'
)
SELECT id, account, due.delta AS due, back.delta AS back
  FROM due FULL JOIN back USING (id, account)
 WHERE due.delta IS DISTINCT FROM back.delta
