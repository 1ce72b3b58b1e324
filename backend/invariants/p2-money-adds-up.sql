-- What was captured for a checkout is its total; what its orders say adds up to what was charged and used.
SELECT c.ref, c.total_cents, p.captured, o.cash, o.credit, o.bonus
  FROM checkouts c
  LEFT JOIN (SELECT checkout_id, sum(amount_cents) AS captured FROM payments WHERE state = 'settled' GROUP BY 1) p ON p.checkout_id = c.id
  LEFT JOIN (SELECT checkout_id, sum(cash_cents) AS cash, sum(credit_cents) AS credit, sum(bonus_cents) AS bonus, sum(points) AS points
               FROM orders GROUP BY 1) o ON o.checkout_id = c.id
 WHERE c.paid_at IS NOT NULL
   AND (coalesce(p.captured, 0) <> c.total_cents OR o.cash IS DISTINCT FROM c.total_cents
        OR o.credit IS DISTINCT FROM c.credit_cents OR o.bonus IS DISTINCT FROM c.bonus_cents OR o.points IS DISTINCT FROM c.points)
