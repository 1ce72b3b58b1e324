-- A cancelled purchase gave goods, credit and bonus back, by what its order says and once, and points where they were
-- booked at payment; a delivered one that was refunded gave all of that but the goods, which came back at most once; a
-- partly refunded one a part of it, as large as that of its cash, rounded down; no other did. What went back
-- after the delivery because of a dispute gave no credit and no bonus back.
WITH due AS (
  SELECT o.id, CASE WHEN o.coins IS NULL THEN 'stock:' || o.product_id ELSE 'coins' END AS account, coalesce(o.coins, o.quantity) AS delta
    FROM orders o WHERE o.status = 'cancelled' AND o.payment_status <> 'void'
  UNION ALL
  SELECT id, account, CASE WHEN given = cash_cents OR (payment_status = 'refunded' AND lost_cents = 0) THEN share ELSE div(share::numeric * given, cash_cents)::bigint END * sign
    FROM (SELECT id, payment_status, lost_cents, cash_cents, account, share, given, sign
            FROM orders, LATERAL (VALUES ('credit:' || user_id, credit_cents, refunded_cents - lost_cents, 1), ('bonus:' || user_id, bonus_cents, refunded_cents - lost_cents, 1),
                                         ('points:' || user_id, CASE WHEN earnings = 'at_payment' THEN points ELSE 0 END, refunded_cents, -1)) AS shares (account, share, given, sign)
           WHERE payment_status = 'refunded' OR refunded_cents > 0) part
), back AS (
  SELECT split_part(idempotency_key, ':', 3)::int AS id, account, sum(delta) AS delta
    FROM ledger_lines WHERE idempotency_key LIKE 'reverse:order:%'
     AND NOT (account LIKE 'points:%' AND split_part(idempotency_key, ':', 3)::int IN (SELECT id FROM orders WHERE earnings <> 'at_payment'))
   GROUP BY 1, 2
)
SELECT id, account, due.delta AS due, back.delta AS back
  FROM due FULL JOIN back USING (id, account)
 WHERE coalesce(due.delta, 0) <> coalesce(back.delta, 0)
UNION ALL
SELECT o.id, e.account, CASE WHEN o.coins IS NULL THEN o.quantity ELSE o.coins END, e.delta
  FROM ledger_lines e LEFT JOIN orders o ON e.idempotency_key = 'restock:' || o.id
 WHERE e.idempotency_key LIKE 'restock:%'
   AND (o.id IS NULL OR (o.payment_status <> 'refunded' AND o.refunded_cents = 0) OR o.status = 'cancelled'
        OR e.delta <> coalesce(o.coins, o.quantity)
        OR e.account <> CASE WHEN o.coins IS NULL THEN 'stock:' || o.product_id ELSE 'coins' END)
