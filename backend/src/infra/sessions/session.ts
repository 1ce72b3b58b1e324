import { SECOND_STEP_FRESH_MS, SIGN_IN_WAYS, type SecondStepStatus } from '@pax/contracts';
import { z } from 'zod';
import type { SessionIdentity, SessionOrigin } from '../../common/access.js';

export const endedRow = z.object({ id: z.string() });
export const proofRow = z.object({ at: z.date() });

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
  openedBy: z.enum(SIGN_IN_WAYS),
  discordId: z.string().nullable(),
  isOperator: z.boolean(),
  hasSecondStep: z.boolean(),
  /** A former account of the linked Discord account had a step, and nobody lifted that. */
  isStepOwed: z.boolean(),
  secondStepAt: z.date().nullable(),
});
type SessionStepRow = Pick<z.infer<typeof sessionRow>, 'hasSecondStep' | 'isStepOwed' | 'secondStepAt'>;

/** What a session has proven. */
export const standingRow = sessionRow
  .pick({ hasSecondStep: true, isStepOwed: true, secondStepAt: true })
  .extend({ provenAt: z.date().nullable() });

/** What a session may change of its account's second step. */
export interface SessionStanding {
  secondStep: SecondStepStatus;
  isStepOwed: boolean;
  /** Until when its sign-in with Discord or by admin code counts as recent; null when it does not. */
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
  /** Ids of older sessions that were ended for it; call `notify` for each after the commit. */
  ended: string[];
}

/** Limit of an account's sessions; opening one more ends the oldest. */
export const MAX_SESSIONS = 20;

/** Which sessions ended: one, or all of a user but perhaps one. */
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
  openedBy: z.enum(SIGN_IN_WAYS),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  userAgent: z.string().nullable(),
});
export type ListedSession = z.infer<typeof listedSession>;
