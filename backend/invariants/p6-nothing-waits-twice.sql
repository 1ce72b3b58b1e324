-- Nothing waits to go back of a payment whose money went back at the provider by more than is booked: by refunds that no row
-- was left for, or by a lost dispute, whose money includes refunds that were made meanwhile.
SELECT p.id, p.provider_ref
  FROM payments p
 WHERE EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'done')
   AND (EXISTS (SELECT 1 FROM unbooked_refunds u WHERE u.payment_id = p.id AND u.amount_cents > 0)
     OR EXISTS (SELECT 1 FROM disputes d
                 WHERE d.payment_id = p.id AND d.state = 'lost'
                   AND d.amount_cents > (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r
                                          WHERE r.payment_id = p.id AND r.state = 'done'
                                            AND (r.provider_ref = d.provider_ref
                                              OR (r.done_at > d.created_at AND r.done_at <= d.closed_at + interval '10 minutes')))))
