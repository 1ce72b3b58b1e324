-- Whoever is asked for a second step has an app or a passkey to pass it with.
SELECT x.user_id FROM second_steps x
 WHERE x.totp_sealed IS NULL AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = x.user_id)
