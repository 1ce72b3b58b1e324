-- An order charges what the line of its checkout said when it was placed.
SELECT o.id, o.total_cents, l.line_cents - l.discount_cents AS line
  FROM orders o JOIN checkout_lines l ON l.checkout_id = o.checkout_id AND l.line_no = o.line_no
 WHERE o.total_cents <> l.line_cents - l.discount_cents
