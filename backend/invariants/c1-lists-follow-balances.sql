-- What lists of accounts are ordered by is what the ledger says, for every account and no other.
SELECT kind, user_id, kept.balance, due.balance AS due
  FROM user_balances kept
  FULL JOIN (SELECT kind, u.id AS user_id, coalesce(b.balance, 0) AS balance
               FROM users u CROSS JOIN (VALUES ('credit'), ('points')) AS kinds (kind)
               LEFT JOIN ledger_balances b ON b.account = kind || ':' || u.id) due USING (kind, user_id)
 WHERE kept.balance IS DISTINCT FROM due.balance
