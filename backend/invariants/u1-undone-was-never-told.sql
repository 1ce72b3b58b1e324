-- Nobody was told of an act that was taken back or still can be, and none waits a minute past its time. Looks back a
-- day, because an older relay may have told of an act during an upgrade (D-270).
SELECT e.event_id::text AS of, e.type FROM outbox_events e
 WHERE e.tell_at = 'infinity' AND e.occurred_at > now() - interval '1 day'
   AND (EXISTS (SELECT FROM posts p WHERE p.event_id = e.event_id AND p.channel = 'history')
        OR EXISTS (SELECT FROM notices n WHERE n.event_id = e.event_id)
        OR EXISTS (SELECT FROM direct_messages d WHERE d.event_id = e.event_id))
UNION ALL
SELECT thing, act FROM undoable_acts WHERE due_at < now() - interval '1 minute'
