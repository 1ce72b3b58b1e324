-- Whoever a live message told of a payment, a step of an order, a refund or the end of a ticket has a notice of it.
SELECT m.room, m.event_id, m.type
  FROM stream_messages m JOIN users u ON m.room = 'user:' || u.id
 WHERE m.type IN ('checkout.paid', 'order.processing', 'order.completed', 'order.cancelled', 'order.refunded',
                  'ticket.answered', 'ticket.closed')
   AND u.deleted_at IS NULL
   -- Messages from before there were notices have none.
   AND m.occurred_at >= (SELECT min(created_at) FROM notices)
   -- Money that a dispute gave back had no notice before.
   AND NOT EXISTS (SELECT FROM outbox_events e WHERE e.event_id = m.event_id AND e.data @> '{"isLoss": true}')
   -- An act that can be taken back, or was, is not told.
   AND NOT EXISTS (SELECT FROM outbox_events e WHERE e.event_id = m.event_id AND e.tell_at = 'infinity')
   AND NOT EXISTS (SELECT FROM notices n WHERE n.event_id = m.event_id AND n.user_id = u.id)
