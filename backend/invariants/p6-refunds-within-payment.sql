-- Never more goes back than came in, stranded money goes back whole, and what a checkout counts is what was asked for.
SELECT 'payment' AS what, p.id, p.amount_cents AS due, sum(r.amount_cents) AS refunded
  FROM payments p JOIN refunds r ON r.payment_id = p.id
 GROUP BY p.id
HAVING sum(r.amount_cents) > p.amount_cents OR (p.state = 'stranded' AND sum(r.amount_cents) <> p.amount_cents)
UNION ALL
SELECT 'checkout', c.id, c.refunded_cents, coalesce(sum(r.amount_cents), 0)
  FROM checkouts c
  LEFT JOIN payments p ON p.checkout_id = c.id AND p.state = 'settled'
  LEFT JOIN refunds r ON r.payment_id = p.id
 GROUP BY c.id
HAVING c.refunded_cents <> coalesce(sum(r.amount_cents), 0)
