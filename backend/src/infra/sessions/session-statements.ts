/** A live session with the facts that decide its rights. */
export const SELECT_LIVE = `SELECT s.id_hash AS id, s.user_id AS "userId", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
              s.opened_by AS "openedBy", u.discord_id AS "discordId", u.operator_since IS NOT NULL AS "isOperator",
              u.blocked_at IS NOT NULL AS blocked, x.user_id IS NOT NULL AS "hasSecondStep",
              u.second_step_owed AS "isStepOwed", s.second_step_at AS "secondStepAt"
         FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN second_steps x ON x.user_id = s.user_id
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3`;

/**
 * What a session has proven: the last sign-in with Discord or by admin code, and the second step. Null once the proof
 * was used up.
 */
export const SELECT_STANDING = `SELECT coalesce(s.discord_proven_at, CASE WHEN s.opened_by = 'admin-code' THEN s.created_at END)
              AS "provenAt", x.user_id IS NOT NULL AS "hasSecondStep", u.second_step_owed AS "isStepOwed",
              s.second_step_at AS "secondStepAt"
         FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN second_steps x ON x.user_id = s.user_id
        WHERE s.id_hash = $1 AND s.user_id = $2`;

/** Live sessions of an account, the one used last first. */
export const SELECT_LIVE_OF_USER = `SELECT id_hash AS id, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
              user_agent AS "userAgent", opened_by AS "openedBy"
         FROM sessions WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3
        ORDER BY last_seen_at DESC, created_at DESC`;

/** Inserts a session. */
export const INSERT_SESSION = `INSERT INTO sessions
         (id_hash, user_id, created_at, last_seen_at, expires_at, opened_by, discord_proven_at, user_agent)
       VALUES ($1, $2, $3, $3, $4, $5, $6, $7)`;

/** Deletes sessions of an account beyond the newest ones; a password alone must not end those that passed the step. */
export const DELETE_OLDEST = `DELETE FROM sessions WHERE id_hash IN (
         SELECT id_hash FROM sessions WHERE user_id = $1
          ORDER BY second_step_at IS NULL, created_at DESC, id_hash OFFSET $2)
       RETURNING id_hash AS id`;
