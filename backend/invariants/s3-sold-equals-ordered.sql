-- What the ledger sold of a checkout is what its lines say, once.
WITH sold AS (
  SELECT substr(e.act, 6) AS ref,
         -sum(e.delta) FILTER (WHERE e.account LIKE 'stock:%' OR e.account LIKE 'held:%') AS pieces,
         -sum(e.delta) FILTER (WHERE e.account IN ('coins', 'coins-held')) AS coins
    FROM ledger_entries e WHERE e.act LIKE 'sell:%' GROUP BY 1
), lines AS (
  SELECT c.ref, sum(l.quantity) FILTER (WHERE l.coins = 0) AS pieces, sum(l.coins) FILTER (WHERE l.coins > 0) AS coins
    FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id WHERE c.paid_at IS NOT NULL GROUP BY c.ref
)
SELECT ref, s.pieces, l.pieces AS ordered, s.coins, l.coins AS ordered_coins
  FROM lines l FULL JOIN sold s USING (ref)
 WHERE s.pieces IS DISTINCT FROM l.pieces OR s.coins IS DISTINCT FROM l.coins
