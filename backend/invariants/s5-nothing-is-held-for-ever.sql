-- A session that is long over holds nothing, unless the bank is still confirming; crypto that nobody confirmed lapsed.
SELECT ref, state, session_expires_at FROM checkouts
 WHERE (state = 'open' OR state = 'confirming' AND method = 'crypto')
   AND coalesce(session_expires_at, created_at) < now() - interval '1 day'
