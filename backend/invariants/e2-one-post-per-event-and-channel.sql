-- An event has at most one post per channel, apart from those that staff sent again; a counted post names the one that
-- counts it, and a claimed or sent one its batch.
SELECT id, event_id, channel, state FROM posts
 WHERE (state = 'counted') <> (counted_in IS NOT NULL)
    OR (state IN ('claimed', 'sent') AND batch_id IS NULL)
    OR (resend_of IS NULL AND EXISTS (
          SELECT 1 FROM posts other
           WHERE other.event_id = posts.event_id AND other.channel = posts.channel AND other.resend_of IS NULL
             AND other.id <> posts.id))
