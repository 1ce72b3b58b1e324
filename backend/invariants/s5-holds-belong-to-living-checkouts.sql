-- Everything set aside belongs to a checkout that is open or confirming.
WITH living AS (
  SELECT c.ref, c.holds FROM checkouts c WHERE c.state IN ('open', 'confirming') AND c.holding
), due AS (
  SELECT e.account, sum(e.delta) AS amount FROM living l JOIN ledger_entries e ON e.act = 'hold:' || l.ref || ':' || l.holds
   WHERE e.account LIKE 'held:%' OR e.account LIKE '%-held%' GROUP BY 1
)
SELECT b.account, b.balance, coalesce(d.amount, 0) AS belongs
  FROM ledger_balances b LEFT JOIN due d USING (account)
 WHERE (b.account LIKE 'held:%' OR b.account LIKE '%-held%') AND b.balance <> coalesce(d.amount, 0)
