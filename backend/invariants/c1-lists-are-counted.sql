-- The kept counts are those of the rows, for every list and no other.
SELECT list, kept.n, due.n AS due
  FROM (SELECT list, sum(n) AS n FROM list_counts GROUP BY list) kept
  FULL JOIN (SELECT 'orders:' || status AS list, count(*) AS n FROM orders GROUP BY 1
             UNION ALL SELECT 'tickets:' || status, count(*) FROM tickets GROUP BY 1
             UNION ALL SELECT CASE WHEN deleted_at IS NULL THEN 'users:present' ELSE 'users:deleted' END, count(*)
                         FROM users GROUP BY 1) due USING (list)
 WHERE coalesce(kept.n, 0) <> coalesce(due.n, 0)
