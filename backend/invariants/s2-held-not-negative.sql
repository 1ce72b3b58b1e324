-- What is set aside is never below 0.
SELECT account, balance FROM ledger_balances
 WHERE (account LIKE 'held:%' OR account LIKE '%-held%') AND balance < 0
