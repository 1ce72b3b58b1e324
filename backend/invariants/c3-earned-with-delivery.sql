-- The buyer of an order has the points that it says and that were not given back, once, when and only when it was
-- delivered; one delivered in a dispute, or that can be taken back, waits for the end. An earlier version booked them for a whole checkout at payment.
SELECT o.id::text AS of, o.earnings, o.status, o.points, coalesce(sum(e.delta), 0) AS booked
  FROM orders o
  LEFT JOIN ledger_lines e
    ON (e.idempotency_key IN ('earn:order:' || o.id, 'reverse:order:' || o.id) OR e.idempotency_key LIKE 'reverse:order:' || o.id || ':%')
   AND e.account = 'points:' || o.user_id
 WHERE o.earnings <> 'at_payment'
 GROUP BY o.id
HAVING o.earnings = 'booked' AND o.status NOT IN ('completed', 'archived')
    OR o.earnings <> 'booked' AND o.status IN ('completed', 'archived')
       AND NOT EXISTS (SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id
                        WHERE p.checkout_id = o.checkout_id AND p.state = 'settled' AND d.state = 'open')
       AND NOT EXISTS (SELECT FROM undoable_acts a WHERE a.thing = 'order:' || o.id)
    OR coalesce(sum(e.delta), 0) <> CASE WHEN o.earnings = 'booked' AND o.payment_status <> 'refunded'
                                         THEN o.points - coalesce(div(o.points::numeric * o.refunded_cents, nullif(o.cash_cents, 0)), 0)
                                         ELSE 0 END
UNION ALL
SELECT c.ref, 'at_payment', c.state, o.points, coalesce(e.delta, 0)
  FROM checkouts c
  LEFT JOIN (SELECT checkout_id, sum(points) AS points FROM orders
              WHERE earnings = 'at_payment' AND payment_status NOT IN ('unconfirmed', 'void') GROUP BY 1) o ON o.checkout_id = c.id
  LEFT JOIN ledger_lines e ON e.idempotency_key = 'earn:' || c.ref AND e.account = 'points:' || c.user_id
 WHERE coalesce(o.points, 0) <> coalesce(e.delta, 0)
