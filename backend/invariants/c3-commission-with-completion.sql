-- The referrer of an order was paid what the order says, once, when and only when it was completed; a refund took it back,
-- one of a part as large a part, rounded down.
SELECT o.id, o.status, o.payment_status, o.commission_cents, coalesce(sum(e.delta), 0) AS paid
  FROM orders o
  LEFT JOIN ledger_lines e
    ON (e.idempotency_key IN ('commission:' || o.id, 'reverse:commission:' || o.id) OR e.idempotency_key LIKE 'reverse:commission:' || o.id || ':%')
   AND e.account = 'credit:' || o.commission_user_id
 GROUP BY o.id
HAVING coalesce(sum(e.delta), 0) <> CASE WHEN o.status IN ('completed', 'archived') AND o.earnings <> 'pending' AND o.payment_status <> 'refunded'
                                              AND o.commission_user_id IS NOT NULL
                                         THEN o.commission_cents - coalesce(div(o.commission_cents::numeric * o.refunded_cents, nullif(o.cash_cents, 0)), 0)
                                         ELSE 0 END
