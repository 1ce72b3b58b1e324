-- At no entry was anything taken that was not there, except by a set below what is held, or by a reversal.
SELECT id, account, idempotency_key, balance
  FROM (SELECT e.id, e.account, e.idempotency_key, e.delta, sum(e.delta) OVER (PARTITION BY e.account ORDER BY e.id) AS balance
          FROM ledger_lines e) entry
 WHERE balance < 0 AND delta < 0 AND idempotency_key NOT LIKE 'set:%' AND idempotency_key NOT LIKE 'reverse:%'
