-- No line of a purchase was given a share below 0 of cash, credit, bonus, points or commission.
SELECT id, total_cents, cash_cents, credit_cents, bonus_cents, points, commission_cents
  FROM orders
 WHERE least(total_cents, cash_cents, credit_cents, bonus_cents, points, commission_cents) < 0
