-- An account has spent at least the cash of its delivered orders that was not given back; what it brought along counts too.
SELECT u.id, u.total_spent_cents, o.cash AS kept
  FROM users u
  JOIN (SELECT user_id, sum(cash_cents - refunded_cents) AS cash FROM orders
         WHERE earnings <> 'pending' AND payment_status NOT IN ('refunded', 'unconfirmed', 'void') GROUP BY 1) o ON o.user_id = u.id
 WHERE u.total_spent_cents < o.cash
