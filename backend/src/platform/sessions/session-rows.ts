import { SECOND_STEP_FRESH_MS, SIGN_IN_METHODS, type SecondStepStatus } from '@pax/contracts';
import { z } from 'zod';
import type { SessionIdentity, SessionOrigin } from '../calls/access.js';

export const endedRow = z.object({ id: z.string() });
export const provenAtRow = z.object({ at: z.date() });

/** Time without a call after which a customer's session ends, ms. */
export const CUSTOMER_IDLE_MS = 14 * 24 * 60 * 60 * 1000;
/** Time without a call after which a session with rights of staff or admins ends, ms. */
export const STAFF_IDLE_MS = 12 * 60 * 60 * 1000;

/** A live session. Its `id` is the hash of the cookie, which is safe to store and log. */
export interface Session {
  id: string;
  userId: number;
  createdAt: Date;
  lastSeenAt: Date;
  blocked: boolean;
  identity: SessionIdentity;
}

/** A session as it is read from the database. */
export const sessionRow = z.object({
  id: z.string(),
  userId: z.number(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  blocked: z.boolean(),
  openedBy: z.enum(SIGN_IN_METHODS),
  discordId: z.string().nullable(),
  isOperator: z.boolean(),
  hasSecondStep: z.boolean(),
  /** True if a former account of the linked Discord id had a second step and no admin has waived it since. */
  isStepOwed: z.boolean(),
  secondStepAt: z.date().nullable(),
});
type SessionStepRow = Pick<z.infer<typeof sessionRow>, 'hasSecondStep' | 'isStepOwed' | 'secondStepAt'>;

/** Proofs of identity given in a session, as read from the database. */
export const proofsRow = sessionRow
  .pick({ hasSecondStep: true, isStepOwed: true, secondStepAt: true })
  .extend({ provenAt: z.date().nullable() });

/** Proofs that decide which changes of its account's second step a session may make. */
export interface SessionProofs {
  secondStep: SecondStepStatus;
  isStepOwed: boolean;
  /** Time until which a sign-in with Discord or by admin code counts as recent; null when none does. */
  provenUntil: Date | null;
}

/** Status of the account's second step in a session: none, pending, passed or fresh. */
export function secondStepStatus(row: SessionStepRow, now: Date): SecondStepStatus {
  return row.isStepOwed ? 'pending' : ownStepStatus(row, now);
}

/** Status of the second step in a session, ignoring a step that the account owes because of a former account. */
export function ownStepStatus(
  { hasSecondStep, secondStepAt }: Omit<SessionStepRow, 'isStepOwed'>,
  now: Date,
): SecondStepStatus {
  if (!hasSecondStep) return 'none';
  if (secondStepAt === null) return 'pending';
  return now.getTime() - secondStepAt.getTime() < SECOND_STEP_FRESH_MS ? 'fresh' : 'passed';
}

/** Details of a sign-in that are stored with the session. */
export interface SessionDetails {
  /** True if the linked Discord account has just proved that its owner signs in. */
  isDiscordProven?: boolean;
  /** The browser's User-Agent header, shortened before it is stored. */
  userAgent?: string | null;
}

/** The data of a session to be opened. */
export interface NewSession extends SessionDetails {
  userId: number;
  openedBy: SessionOrigin;
  /** The browser's session of the same account, which ends; push messages to the browser go on in the new one. */
  replaces?: string | undefined;
}

/** A session that was just opened. */
export interface OpenedSession {
  /** Value of the session cookie, which is stored nowhere else. */
  token: string;
  /** Ids of older sessions that were ended to make room. Call `announceSessionEnd` for each after the commit. */
  ended: string[];
}

/** Limit of an account's sessions; opening one more ends the oldest. */
export const MAX_SESSIONS = 20;

/** The sessions that ended: a single one, or all of a user except possibly one. */
export interface EndedSessions {
  userId?: number;
  sessionId?: string;
  exceptSessionId?: string;
}

/** Time for which a sign-in with the linked Discord account proves the session's owner, ms. */
export const PROOF_MS = 10 * 60_000;

/** A session as its owner sees it in the list of sessions. */
export const listedSession = z.object({
  id: z.string(),
  openedBy: z.enum(SIGN_IN_METHODS),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  userAgent: z.string().nullable(),
});
export type ListedSession = z.infer<typeof listedSession>;

/** SQL of a live session with the facts that decide its rights. */
export const SELECT_LIVE = `SELECT s.id_hash AS id, s.user_id AS "userId", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
              s.opened_by AS "openedBy", u.discord_id AS "discordId", u.operator_since IS NOT NULL AS "isOperator",
              u.blocked_at IS NOT NULL AS blocked, x.user_id IS NOT NULL AS "hasSecondStep",
              u.second_step_owed AS "isStepOwed", s.second_step_at AS "secondStepAt"
         FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN second_steps x ON x.user_id = s.user_id
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3`;

/**
 * SQL of a session's proofs: the last sign-in with Discord or by admin code, and the second step. A proof that was
 * used up is null.
 */
export const SELECT_PROOFS = `SELECT coalesce(s.discord_proven_at, CASE WHEN s.opened_by = 'admin-code' THEN s.created_at END)
              AS "provenAt", x.user_id IS NOT NULL AS "hasSecondStep", u.second_step_owed AS "isStepOwed",
              s.second_step_at AS "secondStepAt"
         FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN second_steps x ON x.user_id = s.user_id
        WHERE s.id_hash = $1 AND s.user_id = $2`;

/** SQL of an account's live sessions, the one used last first. */
export const SELECT_LIVE_OF_USER = `SELECT id_hash AS id, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
              user_agent AS "userAgent", opened_by AS "openedBy"
         FROM sessions WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3
        ORDER BY last_seen_at DESC, created_at DESC`;

/** SQL that stores a new session, which may have the row of the one that it replaces, without its proofs. */
export const INSERT_SESSION = `INSERT INTO sessions
         (id_hash, user_id, created_at, last_seen_at, expires_at, opened_by, discord_proven_at, user_agent)
       VALUES ($1, $2, $3, $3, $4, $5, $6, $7)
       ON CONFLICT (id_hash) DO UPDATE SET created_at = $3, last_seen_at = $3, expires_at = $4, opened_by = $5,
         discord_proven_at = $6, user_agent = $7, proven_at = NULL, second_step_at = NULL`;

/**
 * SQL that deletes an account's sessions beyond the newest, those that passed the second step last: a password
 * alone must not end them.
 */
export const DELETE_EXCESS = `DELETE FROM sessions WHERE id_hash IN (
         SELECT id_hash FROM sessions WHERE user_id = $1 AND id_hash IS DISTINCT FROM $3
          ORDER BY second_step_at IS NULL, created_at DESC, id_hash OFFSET $2)
       RETURNING id_hash AS id`;
