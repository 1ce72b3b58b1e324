-- No account is below 0, except stock and pool after a set below what is held, and balances after a reversal.
SELECT b.account, b.balance
  FROM ledger_balances b
 WHERE b.balance < 0
   AND NOT EXISTS (
     SELECT 1 FROM ledger_entries e JOIN ledger_acts a USING (act)
      WHERE e.account = b.account AND e.delta < 0 AND (a.act LIKE 'set:%' OR a.act LIKE 'reverse:%'))
