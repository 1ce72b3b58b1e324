-- What a checkout that ended unpaid had set aside came back exactly once.
SELECT c.ref, e.account, sum(e.delta) AS missing
  FROM checkouts c
  JOIN ledger_entries e ON e.act LIKE 'hold:' || c.ref || ':%' OR e.act LIKE 'release:' || c.ref || ':%'
 WHERE c.state IN ('expired', 'cancelled', 'failed')
 GROUP BY c.ref, e.account
HAVING sum(e.delta) <> 0
