-- A session that is long over holds nothing, unless the bank is still confirming.
SELECT ref, state, session_expires_at FROM checkouts
 WHERE state = 'open' AND coalesce(session_expires_at, created_at) < now() - interval '1 day'
