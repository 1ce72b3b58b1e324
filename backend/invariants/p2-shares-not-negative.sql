-- No line of a purchase was given a share below 0 of cash, credit, bonus, points or commission, and disputes took no more
-- of it than went back.
SELECT id, total_cents, cash_cents, refunded_cents, lost_cents, credit_cents, bonus_cents, points, commission_cents
  FROM orders
 WHERE least(total_cents, cash_cents, credit_cents, bonus_cents, points, commission_cents, lost_cents, refunded_cents - lost_cents) < 0
