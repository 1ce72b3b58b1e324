-- A checkout holds goods exactly while it is open or confirming and nobody let them go, has ended exactly when it says so, and every hold is named.
SELECT c.ref, c.state, c.holding, c.holds, c.ended_at, count(a.idempotency_key) AS entries
  FROM checkouts c
  LEFT JOIN ledger_journal a ON a.idempotency_key LIKE 'hold:%' AND split_part(a.idempotency_key, ':', 2) = c.ref
 GROUP BY c.id
HAVING c.holding <> (c.state = 'open' OR c.state = 'confirming' AND c.hold_ended_at IS NULL)
    OR (c.ended_at IS NOT NULL) <> (c.state IN ('expired', 'cancelled', 'failed'))
    OR c.holds <> count(a.idempotency_key)
