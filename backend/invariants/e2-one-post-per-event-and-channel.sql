-- Every published event of an order is in at most one post per channel; a counted post names the one that counts it.
SELECT id, event_id, channel, state FROM posts
 WHERE (state = 'counted') <> (counted_in IS NOT NULL)
    OR (state IN ('claimed', 'sent') AND batch_id IS NULL)
