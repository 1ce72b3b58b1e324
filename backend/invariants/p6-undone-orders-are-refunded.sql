-- A cancelled or refunded order's cash goes back by one refund of its own payment, and no other order's does; a checkout whose
-- orders are all undone is refunded; a refund is done when, and only when, its time and the provider's word are there.
SELECT 'order' AS what, o.id, o.cash_cents AS due, coalesce(sum(r.amount_cents), 0) AS refunded
  FROM orders o
  LEFT JOIN refunds r ON r.order_id = o.id
  LEFT JOIN payments p ON p.id = r.payment_id AND p.checkout_id = o.checkout_id AND p.state = 'settled'
 GROUP BY o.id
HAVING coalesce(sum(r.amount_cents), 0) <> CASE WHEN o.payment_status = 'refunded' THEN o.cash_cents ELSE 0 END
    OR count(r.id) <> count(p.id)
    OR (o.status = 'cancelled' AND o.payment_status NOT IN ('refunded', 'void'))
    OR (o.payment_status = 'void' AND o.status <> 'cancelled')
UNION ALL
SELECT 'checkout', c.id, count(*), count(*) FILTER (WHERE o.payment_status = 'refunded')
  FROM checkouts c JOIN orders o ON o.checkout_id = c.id
 WHERE c.state IN ('paid', 'refunded')
 GROUP BY c.id
HAVING (c.state = 'refunded') <> (count(*) = count(*) FILTER (WHERE o.payment_status = 'refunded'))
UNION ALL
SELECT 'refund', id, amount_cents, NULL FROM refunds
 WHERE (state = 'done') <> (done_at IS NOT NULL) OR (state = 'done') <> (provider_ref IS NOT NULL)
