-- Points of a paid checkout are credited once and are what its row says.
SELECT c.ref, c.points, coalesce(sum(e.delta), 0) AS credited
  FROM checkouts c
  LEFT JOIN ledger_lines e ON e.idempotency_key = 'earn:' || c.ref AND e.account = 'points:' || c.user_id
 WHERE c.paid_at IS NOT NULL
 GROUP BY c.id
HAVING c.points <> coalesce(sum(e.delta), 0)
