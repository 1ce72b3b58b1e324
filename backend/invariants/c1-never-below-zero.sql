-- At no entry was anything taken that was not there, except by a set below what is held, or by a reversal.
SELECT id, account, act, balance
  FROM (SELECT e.id, e.account, e.act, e.delta, sum(e.delta) OVER (PARTITION BY e.account ORDER BY e.id) AS balance
          FROM ledger_entries e) entry
 WHERE balance < 0 AND delta < 0 AND act NOT LIKE 'set:%' AND act NOT LIKE 'reverse:%'
