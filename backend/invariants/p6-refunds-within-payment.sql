-- Never more goes back than came in.
SELECT p.id, p.amount_cents, sum(r.amount_cents) AS refunded
  FROM payments p JOIN refunds r ON r.payment_id = p.id
 GROUP BY p.id HAVING sum(r.amount_cents) > p.amount_cents
