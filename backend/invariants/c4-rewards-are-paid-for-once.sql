-- Every reward was paid for with the points its row says, by its owner and once; no points were spent on another thing.
WITH paid AS (
  SELECT substr(idempotency_key, 8)::int AS id, account, delta FROM ledger_lines WHERE idempotency_key LIKE 'redeem:%'
), due AS (
  SELECT id, 'points:' || user_id AS account, -points_cost AS delta FROM rewards
  UNION ALL SELECT id, 'reward:' || id, 1 FROM rewards
)
SELECT id, account, due.delta AS due, paid.delta AS paid
  FROM due FULL JOIN paid USING (id, account)
 WHERE due.delta IS DISTINCT FROM paid.delta
