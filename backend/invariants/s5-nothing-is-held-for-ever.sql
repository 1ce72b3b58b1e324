-- A session that is long over holds nothing; nor does a confirming checkout whose hours are over, or crypto that nobody confirmed.
SELECT ref, state, method, session_expires_at, hold_until FROM checkouts
 WHERE holding AND CASE WHEN state = 'open' THEN coalesce(session_expires_at, created_at) + interval '1 day'
                        WHEN method = 'crypto' THEN session_expires_at + interval '1 hour'
                        ELSE coalesce(hold_until, '-infinity') + interval '1 hour' END < now()
