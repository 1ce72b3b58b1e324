-- What was captured for a paid checkout is its total in its currency; its lines became orders that add up to what was
-- charged, used and earned. One that was never paid has neither, but by crypto its orders, which earned nothing.
SELECT c.ref, c.state, c.total_cents, p.captured, o.cash, o.credit, o.bonus, o.points
  FROM checkouts c
  LEFT JOIN (SELECT checkout_id, sum(amount_cents) AS captured, min(currency) AS currency
               FROM payments WHERE state = 'settled' GROUP BY 1) p ON p.checkout_id = c.id
  LEFT JOIN (SELECT checkout_id, count(*) AS n, sum(cash_cents) AS cash, sum(credit_cents) AS credit, sum(bonus_cents) AS bonus,
                    sum(points) AS points FROM orders GROUP BY 1) o ON o.checkout_id = c.id
  LEFT JOIN (SELECT checkout_id, count(*) AS n FROM checkout_lines GROUP BY 1) l ON l.checkout_id = c.id
 WHERE (c.paid_at IS NOT NULL) <> (c.state IN ('paid', 'disputed', 'lost', 'refunded'))
    OR (c.paid_at IS NULL AND (p.captured IS NOT NULL OR c.points <> 0 OR c.refunded_cents <> 0
         OR o.n IS DISTINCT FROM CASE WHEN c.method = 'crypto' AND c.state IN ('confirming', 'failed') THEN l.n END OR o.points > 0))
    OR (c.paid_at IS NOT NULL
        AND (coalesce(p.captured, 0) <> c.total_cents OR coalesce(p.currency, c.currency) <> c.currency
             OR o.n IS DISTINCT FROM l.n OR o.cash IS DISTINCT FROM c.total_cents OR o.credit IS DISTINCT FROM c.credit_cents
             OR o.bonus IS DISTINCT FROM c.bonus_cents OR o.points IS DISTINCT FROM c.points))
