-- After the outbox is drained nothing older than a minute is unpublished, or due and untold.
SELECT id, type, occurred_at FROM outbox_events
 WHERE published_at IS NULL AND occurred_at < now() - interval '1 minute'
    OR tell_at < now() - interval '1 minute'
