import { SECOND_STEP_FRESH_MS, SIGN_IN_METHODS, type SecondStepStatus } from '@pax/contracts';
import { z } from 'zod';
import type { SessionIdentity, SessionOrigin } from '../calls/access.js';

export const endedRow = z.object({ id: z.string() });
export const provenAtRow = z.object({ at: z.date() });

/** A customer's session ends after this long without a call, ms. */
export const CUSTOMER_IDLE_MS = 14 * 24 * 60 * 60 * 1000;
/** A session with staff's or admin's rights ends after this long without a call, ms. */
export const STAFF_IDLE_MS = 12 * 60 * 60 * 1000;

/** A live session. `id` is the hash of the cookie, safe to store and log. */
export interface Session {
  id: string;
  userId: number;
  createdAt: Date;
  lastSeenAt: Date;
  blocked: boolean;
  identity: SessionIdentity;
}

/** A session as it is read. */
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
  /** A former account of the linked Discord account had a step, and nobody lifted that. */
  isStepOwed: z.boolean(),
  secondStepAt: z.date().nullable(),
});
type SessionStepRow = Pick<z.infer<typeof sessionRow>, 'hasSecondStep' | 'isStepOwed' | 'secondStepAt'>;

/** The proofs of a session. */
export const proofsRow = sessionRow
  .pick({ hasSecondStep: true, isStepOwed: true, secondStepAt: true })
  .extend({ provenAt: z.date().nullable() });

/** The proofs that decide what a session may change of its account's second step. */
export interface SessionProofs {
  secondStep: SecondStepStatus;
  isStepOwed: boolean;
  /** End of the time in which the sign-in with Discord or by admin code counts as recent; null when it does not. */
  provenUntil: Date | null;
}

/** How a session stands to the second step of its account. */
export function secondStepStatus(row: SessionStepRow, now: Date): SecondStepStatus {
  return row.isStepOwed ? 'pending' : ownStepStatus(row, now);
}

/** The same, by the account's own step alone. */
export function ownStepStatus(
  { hasSecondStep, secondStepAt }: Omit<SessionStepRow, 'isStepOwed'>,
  now: Date,
): SecondStepStatus {
  if (!hasSecondStep) return 'none';
  if (secondStepAt === null) return 'pending';
  return now.getTime() - secondStepAt.getTime() < SECOND_STEP_FRESH_MS ? 'fresh' : 'passed';
}

/** Details of a sign-in to store. */
export interface SessionDetails {
  /** The linked Discord account has just proved the owner. */
  isDiscordProven?: boolean;
  /** The browser's User-Agent header; cut before it is stored. */
  userAgent?: string | null;
}

/** A session to open. */
export interface NewSession extends SessionDetails {
  userId: number;
  openedBy: SessionOrigin;
}

/** A session that was opened. */
export interface OpenedSession {
  /** The cookie's value, kept nowhere else. */
  token: string;
  /** Ids of older sessions that were ended for it; call `announceSessionEnd` for each after the commit. */
  ended: string[];
}

/** Limit of an account's sessions; opening one more ends the oldest. */
export const MAX_SESSIONS = 20;

/** The sessions that ended: one, or all of a user except perhaps one. */
export interface EndedSessions {
  userId?: number;
  sessionId?: string;
  exceptSessionId?: string;
}

/** How long a sign-in with the linked Discord account proves a session's owner, ms. */
export const PROOF_MS = 10 * 60_000;

/** A session as its owner sees it in the list. */
export const listedSession = z.object({
  id: z.string(),
  openedBy: z.enum(SIGN_IN_METHODS),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  userAgent: z.string().nullable(),
});
export type ListedSession = z.infer<typeof listedSession>;

/** A live session with the facts that decide its rights. */
export const SELECT_LIVE = `SELECT s.id_hash AS id, s.user_id AS "userId", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
              s.opened_by AS "openedBy", u.discord_id AS "discordId", u.operator_since IS NOT NULL AS "isOperator",
              u.blocked_at IS NOT NULL AS blocked, x.user_id IS NOT NULL AS "hasSecondStep",
              u.second_step_owed AS "isStepOwed", s.second_step_at AS "secondStepAt"
         FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN second_steps x ON x.user_id = s.user_id
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3`;

/**
 * The proofs of a session: the last sign-in with Discord or by admin code, and the second step. A proof that was used
 * up is null.
 */
export const SELECT_PROOFS = `SELECT coalesce(s.discord_proven_at, CASE WHEN s.opened_by = 'admin-code' THEN s.created_at END)
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
export const DELETE_EXCESS = `DELETE FROM sessions WHERE id_hash IN (
         SELECT id_hash FROM sessions WHERE user_id = $1
          ORDER BY second_step_at IS NULL, created_at DESC, id_hash OFFSET $2)
       RETURNING id_hash AS id`;
