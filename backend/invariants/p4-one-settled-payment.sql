-- A checkout is paid by one capture at most; every other capture is on its way back.
SELECT p.id, p.provider_ref FROM payments p
 WHERE p.state = 'stranded' AND p.amount_cents > 0
   AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id)
UNION ALL
SELECT min(p.id), p.checkout_id::text FROM payments p WHERE p.state = 'settled' GROUP BY p.checkout_id HAVING count(*) > 1
