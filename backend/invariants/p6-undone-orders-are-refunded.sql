-- What an order counts as given back went back by refunds of its own payment, and no other order's did; it is refunded when all
-- of its cash is back, partly when some is; a cancelled one is. A checkout whose orders are all undone is refunded; a refund
-- is done when, and only when, its time and a reference are there.
SELECT 'order' AS what, o.id, o.refunded_cents AS due, coalesce(sum(r.amount_cents), 0) AS refunded
  FROM orders o
  LEFT JOIN refunds r ON r.order_id = o.id
  LEFT JOIN payments p ON p.id = r.payment_id AND p.checkout_id = o.checkout_id AND p.state = 'settled'
 GROUP BY o.id
HAVING coalesce(sum(r.amount_cents), 0) <> o.refunded_cents
    OR CASE o.payment_status WHEN 'refunded' THEN o.refunded_cents <> o.cash_cents
                             WHEN 'partly_refunded' THEN o.refunded_cents IN (0, o.cash_cents)
                             WHEN 'disputed' THEN false WHEN 'lost' THEN false
                             ELSE o.refunded_cents <> 0 END
    OR count(r.id) <> count(p.id)
    OR (o.status = 'cancelled' AND o.payment_status NOT IN ('refunded', 'void', 'lost'))
    OR (o.payment_status = 'void' AND o.status <> 'cancelled')
UNION ALL
SELECT 'checkout', c.id, count(*), count(*) FILTER (WHERE o.payment_status = 'refunded')
  FROM checkouts c JOIN orders o ON o.checkout_id = c.id
 WHERE c.state IN ('paid', 'refunded')
 GROUP BY c.id
HAVING (c.state = 'refunded') <> (count(*) = count(*) FILTER (WHERE o.payment_status = 'refunded'))
UNION ALL
SELECT 'refund', id, amount_cents, NULL FROM refunds
 WHERE (state = 'done') <> (done_at IS NOT NULL)
    OR (state = 'done') <> (provider_ref IS NOT NULL)
