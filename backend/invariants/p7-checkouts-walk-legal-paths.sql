-- The events of a checkout are one legal path from its placing to its state. A partial refund has the event
-- "refunded" while the state stays paid, disputed or lost.
WITH path AS (
  SELECT aggregate_id AS ref, substr(type, 10) AS name, coalesce(lag(substr(type, 10)) OVER step, '') AS before,
         lead(type) OVER step IS NULL AS is_last
    FROM outbox_events WHERE aggregate = 'checkout' WINDOW step AS (PARTITION BY aggregate_id ORDER BY version)
)
SELECT c.ref, c.state, p.before, p.name
  FROM checkouts c LEFT JOIN path p USING (ref)
 WHERE p.name IS NULL
    OR (p.before, p.name) NOT IN (
         ('', 'placed'), ('placed', 'paid'), ('placed', 'confirming'), ('placed', 'expired'), ('placed', 'cancelled'), ('placed', 'failed'),
         ('confirming', 'paid'), ('confirming', 'failed'), ('confirming', 'declined'), ('confirming', 'released'), ('released', 'paid'), ('released', 'failed'), ('declined', 'paid'), ('declined', 'confirming'), ('declined', 'expired'),
         ('declined', 'cancelled'), ('declined', 'failed'), ('expired', 'paid'), ('cancelled', 'paid'), ('failed', 'paid'),
         ('paid', 'disputed'), ('paid', 'refunded'), ('refunded', 'refunded'), ('refunded', 'disputed'),
         ('disputed', 'paid'), ('disputed', 'lost'), ('disputed', 'refunded'), ('refunded', 'paid'), ('refunded', 'lost'), ('lost', 'refunded'))
    OR (p.is_last AND c.state <> CASE p.name WHEN 'placed' THEN 'open' WHEN 'declined' THEN 'open' WHEN 'released' THEN 'confirming' ELSE p.name END AND NOT (p.name = 'refunded' AND c.state IN ('paid', 'disputed', 'lost')))
