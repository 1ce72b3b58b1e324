-- The history of an order is one path from its beginning to its status.
SELECT o.id, o.status FROM orders o
 WHERE o.status IS DISTINCT FROM (SELECT to_status FROM order_history h WHERE h.order_id = o.id ORDER BY version DESC LIMIT 1)
UNION ALL
SELECT h.order_id, h.from_status FROM order_history h
  JOIN order_history before ON before.order_id = h.order_id AND before.version = h.version - 1
 WHERE h.from_status IS DISTINCT FROM before.to_status
