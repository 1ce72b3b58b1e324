-- What an account has spent is the cash of its orders that were not given back.
SELECT u.id, u.total_spent_cents, coalesce(o.cash, 0) AS kept
  FROM users u
  LEFT JOIN (SELECT user_id, sum(cash_cents) AS cash FROM orders
              WHERE payment_status NOT IN ('refunded', 'unconfirmed', 'void') GROUP BY 1) o ON o.user_id = u.id
 WHERE u.total_spent_cents <> coalesce(o.cash, 0)
