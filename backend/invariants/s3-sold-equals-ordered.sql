-- What the ledger sold of a checkout is, account by account, what its lines and its price say; of an unpaid one nothing.
WITH due AS (
  SELECT c.ref, CASE WHEN l.coins > 0 THEN 'coins' ELSE 'stock:' || l.product_id END AS account,
         sum(CASE WHEN l.coins > 0 THEN l.coins ELSE l.quantity END) AS amount
    FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id WHERE c.paid_at IS NOT NULL GROUP BY 1, 2
  UNION ALL SELECT ref, 'credit:' || user_id, credit_cents FROM checkouts WHERE paid_at IS NOT NULL AND credit_cents > 0
  UNION ALL SELECT ref, 'bonus:' || user_id, bonus_cents FROM checkouts WHERE paid_at IS NOT NULL AND bonus_cents > 0
  UNION ALL SELECT ref, 'reward:' || reward_id, 1 FROM checkouts WHERE paid_at IS NOT NULL AND reward_id IS NOT NULL
), sold AS (
  SELECT split_part(idempotency_key, ':', 2) AS ref, regexp_replace(replace(account, '-held', ''), '^held:', 'stock:') AS account, -sum(delta) AS amount
    FROM ledger_lines WHERE idempotency_key LIKE 'sell:%' GROUP BY 1, 2
)
SELECT ref, account, due.amount AS due, sold.amount AS sold
  FROM due FULL JOIN sold USING (ref, account)
 WHERE due.amount IS DISTINCT FROM sold.amount
