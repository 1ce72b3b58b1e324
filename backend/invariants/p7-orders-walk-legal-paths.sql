-- The history of an order is one legal path from pending to its status.
WITH path AS (
  SELECT order_id, version, from_status, to_status, lag(to_status) OVER step AS before, lead(version) OVER step IS NULL AS is_last
    FROM order_history WINDOW step AS (PARTITION BY order_id ORDER BY version)
)
SELECT o.id, o.status, p.from_status, p.to_status
  FROM orders o LEFT JOIN path p ON p.order_id = o.id
 WHERE p.order_id IS NULL
    OR p.from_status IS DISTINCT FROM p.before
    OR p.version > o.version
    OR (p.is_last AND p.to_status <> o.status)
    OR (coalesce(p.from_status, ''), p.to_status) NOT IN (
         ('', 'pending'), ('pending', 'processing'), ('processing', 'pending'), ('pending', 'completed'), ('processing', 'completed'),
         ('completed', 'archived'), ('completed', 'pending'), ('completed', 'processing'), ('archived', 'completed'),
         ('pending', 'cancelled'), ('processing', 'cancelled'))
