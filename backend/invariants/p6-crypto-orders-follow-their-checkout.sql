-- The orders of a crypto checkout are unconfirmed while it is confirming, void when it failed, and paid for once it was paid.
SELECT c.ref, c.state, o.id, o.status, o.payment_status
  FROM checkouts c JOIN orders o ON o.checkout_id = c.id
 WHERE c.method = 'crypto'
   AND CASE c.state WHEN 'confirming' THEN o.payment_status <> 'unconfirmed' OR o.status NOT IN ('pending', 'processing')
                    WHEN 'failed' THEN o.payment_status <> 'void'
                    ELSE o.payment_status IN ('unconfirmed', 'void') END
UNION ALL
SELECT c.ref, c.state, o.id, o.status, o.payment_status
  FROM orders o LEFT JOIN checkouts c ON c.id = o.checkout_id
 WHERE o.payment_status IN ('unconfirmed', 'void') AND c.method IS DISTINCT FROM 'crypto'
