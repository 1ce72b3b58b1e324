-- What a checkout had set aside and holds no more was sold or came back, once; from one never paid all of it came back.
WITH booked AS (
  SELECT split_part(idempotency_key, ':', 2) AS ref, account, sum(delta) AS delta
    FROM ledger_lines
   WHERE idempotency_key LIKE 'hold:%' OR idempotency_key LIKE 'release:%' OR idempotency_key LIKE 'sell:%'
   GROUP BY 1, 2
)
SELECT c.ref, c.state, a.account, a.delta AS missing
  FROM checkouts c JOIN booked a USING (ref)
 WHERE NOT c.holding AND a.delta <> 0
   AND (c.paid_at IS NULL OR a.account LIKE 'held:%' OR a.account LIKE '%-held%')
