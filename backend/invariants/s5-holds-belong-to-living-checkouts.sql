-- Everything set aside belongs to a checkout that is open, or confirming and not let go, and is what its lines and its price say.
WITH holders AS (
  SELECT * FROM checkouts WHERE state = 'open' OR state = 'confirming' AND hold_ended_at IS NULL
), due AS (
  SELECT CASE WHEN l.coins > 0 THEN 'coins-held' ELSE 'held:' || l.product_id END AS account,
         sum(CASE WHEN l.coins > 0 THEN l.coins ELSE l.quantity END) AS amount
    FROM holders c JOIN checkout_lines l ON l.checkout_id = c.id GROUP BY 1
  UNION ALL SELECT 'credit-held:' || user_id, sum(credit_cents) FROM holders GROUP BY 1
  UNION ALL SELECT 'bonus-held:' || user_id, sum(bonus_cents) FROM holders GROUP BY 1
  UNION ALL SELECT 'reward-held:' || reward_id, count(*) FROM holders WHERE reward_id IS NOT NULL GROUP BY 1
), held AS (
  SELECT account, balance FROM ledger_balances WHERE account LIKE 'held:%' OR account LIKE '%-held%'
)
SELECT account, coalesce(h.balance, 0) AS held, coalesce(d.amount, 0) AS belongs
  FROM held h FULL JOIN due d USING (account)
 WHERE coalesce(h.balance, 0) <> coalesce(d.amount, 0)
