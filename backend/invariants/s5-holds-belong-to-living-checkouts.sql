-- Everything set aside belongs to a checkout that is open or confirming, and is what its lines and its price say.
WITH due AS (
  SELECT CASE WHEN l.coins > 0 THEN 'coins-held' ELSE 'held:' || l.product_id END AS account,
         sum(CASE WHEN l.coins > 0 THEN l.coins ELSE l.quantity END) AS amount
    FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id WHERE c.state IN ('open', 'confirming') GROUP BY 1
  UNION ALL SELECT 'credit-held:' || user_id, sum(credit_cents) FROM checkouts WHERE state IN ('open', 'confirming') GROUP BY 1
  UNION ALL SELECT 'bonus-held:' || user_id, sum(bonus_cents) FROM checkouts WHERE state IN ('open', 'confirming') GROUP BY 1
  UNION ALL SELECT 'reward-held:' || reward_id, count(*) FROM checkouts WHERE state IN ('open', 'confirming') AND reward_id IS NOT NULL GROUP BY 1
), held AS (
  SELECT account, balance FROM ledger_balances WHERE account LIKE 'held:%' OR account LIKE '%-held%'
)
SELECT account, coalesce(h.balance, 0) AS held, coalesce(d.amount, 0) AS belongs
  FROM held h FULL JOIN due d USING (account)
 WHERE coalesce(h.balance, 0) <> coalesce(d.amount, 0)
