-- Every balance is the sum of its entries; only reversals may take points, credit or bonus below 0.
SELECT account, coalesce(b.balance, 0) AS balance, coalesce(e.total, 0) AS entries
  FROM ledger_balances b
  FULL JOIN (SELECT account, sum(delta)::bigint AS total FROM ledger_lines GROUP BY account) e USING (account)
 WHERE coalesce(b.balance, 0) <> coalesce(e.total, 0)
