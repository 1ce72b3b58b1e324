import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Subject } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { ShopError } from '../shop-error.js';
import { isRandomRef, randomRef, sha256 } from '../secrets.js';
import { assertFreshStep } from '../calls/access.js';
import { sql } from '../database/sql.js';
import { ABSOLUTE_LIFETIME_MS } from './session-cookie.js';
import {
  CUSTOMER_IDLE_MS,
  DELETE_EXCESS,
  type EndedSessions,
  endedRow,
  INSERT_SESSION,
  listedSession,
  type ListedSession,
  MAX_SESSIONS,
  type NewSession,
  type OpenedSession,
  ownStepStatus,
  PROOF_MS,
  provenAtRow,
  secondStepStatus,
  SELECT_LIVE,
  SELECT_LIVE_OF_USER,
  SELECT_PROOFS,
  type Session,
  sessionRow,
  type SessionProofs,
  STAFF_IDLE_MS,
  proofsRow,
} from './session-rows.js';

/** Minimum time between two writes of `last_seen_at`, ms. */
const SEEN_INTERVAL_MS = 60_000;
/** Stored length of a User-Agent header, characters; real ones have about 150. */
const MAX_USER_AGENT = 300;

/**
 * Sessions as database rows, which are inserted at sign-in and deleted at the end. All other writes update an
 * existing row, so that no slow request can revive an ended session.
 */
@Injectable()
export class Sessions {
  /** Emits the sessions that were ended in this process; other processes notice at their next check. */
  readonly ended = new Subject<EndedSessions>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Finds the live session of a cookie value; undefined when there is none. Does not count as activity. */
  async readSession(token: string | undefined): Promise<Session | undefined> {
    if (token === undefined || !isRandomRef(token)) return undefined;
    const now = this.clock.now().getTime();
    const row = await sql(this.database).first(sessionRow, SELECT_LIVE, [
      sha256(token),
      new Date(now),
      new Date(now - CUSTOMER_IDLE_MS),
    ]);
    if (!row) return undefined;
    const { openedBy, discordId, isOperator, hasSecondStep, isStepOwed, secondStepAt, ...session } = row;
    const secondStep = secondStepStatus({ hasSecondStep, isStepOwed, secondStepAt }, new Date(now));
    const mustPass = openedBy !== 'password' && hasSecondStep && secondStepAt === null;
    return { ...session, identity: { openedBy, discordId, isOperator, secondStep, mustPass } };
  }

  /**
   * Reads the proofs of identity given in a session.
   * @throws ShopError UNAUTHENTICATED when the session has ended
   */
  async readProofs(
    sessionId: string,
    userId: number,
    manager: EntityManager = this.database.manager,
  ): Promise<SessionProofs> {
    const row = await sql(manager).first(proofsRow, SELECT_PROOFS, [sessionId, userId]);
    if (!row) throw sessionEndedError();
    const isProven = row.provenAt !== null && row.provenAt > this.proofCutoff();
    return {
      secondStep: secondStepStatus(row, this.clock.now()),
      isStepOwed: row.isStepOwed,
      provenUntil: isProven && row.provenAt ? new Date(row.provenAt.getTime() + PROOF_MS) : null,
    };
  }

  /** Records that the session has just passed the second step. */
  async markSecondStep(sessionId: string, manager: EntityManager): Promise<void> {
    await sql(manager).run('UPDATE sessions SET second_step_at = $2 WHERE id_hash = $1', [
      sessionId,
      this.clock.now(),
    ]);
  }

  /**
   * Replaces the cookie of a session that gains rights or freshness, so that a copied cookie gains neither. Call
   * `announceSessionEnd` for the old id after the commit.
   * @returns the new cookie's value
   */
  async renewCookie(sessionId: string, manager: EntityManager): Promise<string> {
    const token = randomRef();
    await sql(manager).run('UPDATE sessions SET id_hash = $2 WHERE id_hash = $1', [sessionId, sha256(token)]);
    return token;
  }

  /** Tells whether a session with rights of staff or admins was idle for too long. */
  isStaffIdle(session: Session): boolean {
    return this.clock.now().getTime() - session.lastSeenAt.getTime() > STAFF_IDLE_MS;
  }

  /** Counts a request as activity of the session; written at most once a minute. */
  async recordActivity(session: Session): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() - session.lastSeenAt.getTime() < SEEN_INTERVAL_MS) return;
    await sql(this.database).run(
      'UPDATE sessions SET last_seen_at = $2 WHERE id_hash = $1 AND last_seen_at < $2',
      [session.id, now],
    );
  }

  /** Opens a new session with a new id, in the caller's transaction. */
  async openSession(
    { userId, openedBy, isDiscordProven = false, userAgent, replaces }: NewSession,
    manager: EntityManager,
  ): Promise<OpenedSession> {
    const now = this.clock.now();
    await sql(manager).run('DELETE FROM sessions WHERE expires_at <= $1', [now]);
    const ended = await this.endExcess(userId, manager, replaces);
    const token = replaces === undefined ? randomRef() : await this.renewCookie(replaces, manager);
    await sql(manager).run(INSERT_SESSION, [
      sha256(token),
      userId,
      now,
      this.clock.fromNow(ABSOLUTE_LIFETIME_MS),
      openedBy,
      isDiscordProven ? now : null,
      userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    ]);
    return { token, ended };
  }

  /**
   * Ends the account's sessions beyond the limit, those without a passed second step first; the new one counts, and
   * the one that it replaces does not.
   * @returns their ids
   */
  private async endExcess(userId: number, manager: EntityManager, replaced?: string): Promise<string[]> {
    // Locks the user, because two concurrent sign-ins would not count each other's session.
    await sql(manager).run('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    const rows = await sql(manager).rows(endedRow, DELETE_EXCESS, [
      userId,
      MAX_SESSIONS - 1,
      replaced ?? null,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Ends one session; a repeat changes nothing. */
  async closeSession(sessionId: string): Promise<void> {
    await this.closeSessionWithin(sessionId, this.database.manager);
    this.announceSessionEnd(sessionId);
  }

  /** Ends one session in the caller's transaction. Call `announceSessionEnd` after the commit. */
  async closeSessionWithin(sessionId: string, manager: EntityManager): Promise<void> {
    await sql(manager).run('DELETE FROM sessions WHERE id_hash = $1', [sessionId]);
  }

  /**
   * Ends all sessions of an account in the caller's transaction. Call `announceAccountEnd` after the commit, so
   * that sockets of this process close at once.
   */
  async closeAllSessionsOf(userId: number, manager: EntityManager = this.database.manager): Promise<void> {
    await deleteSessionsOf(manager, userId);
  }

  /**
   * Ends all sessions of an account but one, in the caller's transaction. Call `announceAccountEnd` after the
   * commit.
   * @returns the number of ended sessions
   */
  async closeOtherSessionsOf(userId: number, sessionId: string, manager: EntityManager): Promise<number> {
    const count = await sql(manager).affected('DELETE FROM sessions WHERE user_id = $1 AND id_hash <> $2', [
      userId,
      sessionId,
    ]);
    return count;
  }

  /**
   * Ends one session of an account in the caller's transaction. Call `announceSessionEnd` after the commit.
   * @returns whether the account had the session
   */
  async closeSessionOf(userId: number, sessionId: string, manager: EntityManager): Promise<boolean> {
    const count = await sql(manager).affected('DELETE FROM sessions WHERE id_hash = $1 AND user_id = $2', [
      sessionId,
      userId,
    ]);
    return count > 0;
  }

  /** Lists the live sessions of an account, the one used last first. */
  listSessions(userId: number): Promise<ListedSession[]> {
    const now = this.clock.now();
    return sql(this.database).rows(listedSession, SELECT_LIVE_OF_USER, [
      userId,
      now,
      new Date(now.getTime() - CUSTOMER_IDLE_MS),
    ]);
  }

  /**
   * Checks that a session still exists. Lock the account's row before, because password changes end sessions under
   * that lock.
   * @throws ShopError UNAUTHENTICATED
   */
  async requireLiveSession(tx: EntityManager, userId: number, sessionId: string): Promise<void> {
    const isLive = await sql(tx).exists(
      'SELECT 1 FROM sessions WHERE id_hash = $1 AND user_id = $2 FOR SHARE',
      [sessionId, userId],
    );
    if (!isLive) throw sessionEndedError();
  }

  /**
   * Checks that a session is live and, if the account has a second step, that it passed it; an owed step is
   * ignored. Lock the account's row before.
   * @throws ShopError UNAUTHENTICATED, SECOND_STEP_REQUIRED
   */
  async requireOwnerSession(
    { userId, sessionId }: { userId: number; sessionId: string },
    tx: EntityManager = this.database.manager,
    need: 'fresh' | 'passed' = 'fresh',
  ): Promise<void> {
    await this.requireLiveSession(tx, userId, sessionId);
    const row = await sql(tx).first(proofsRow, SELECT_PROOFS, [sessionId, userId]);
    if (!row) throw sessionEndedError();
    const secondStep = ownStepStatus(row, this.clock.now());
    if (need === 'fresh' || secondStep === 'pending') assertFreshStep({ secondStep });
  }

  /** Notifies listeners in this process that a session ended. */
  announceSessionEnd(sessionId: string): void {
    this.ended.next({ sessionId });
  }

  announceAccountEnd(userId: number, exceptSessionId?: string): void {
    this.ended.next({ userId, exceptSessionId });
  }

  /** Time until which the linked Discord account proves the session's owner; null when it does not. */
  async readProofEnd(sessionId: string): Promise<Date | null> {
    const rows = await sql(this.database).rows(
      provenAtRow,
      'SELECT discord_proven_at AS at FROM sessions WHERE id_hash = $1 AND discord_proven_at > $2',
      [sessionId, this.proofCutoff()],
    );
    return rows[0] ? new Date(rows[0].at.getTime() + PROOF_MS) : null;
  }

  /** Records that the owner has just confirmed the password. */
  async recordPasswordProof(sessionId: string): Promise<void> {
    await sql(this.database).run('UPDATE sessions SET proven_at = $2 WHERE id_hash = $1', [
      sessionId,
      this.clock.now(),
    ]);
  }

  /** Time until which a session counts as freshly signed in or confirmed; null when it does not. */
  async readFreshnessEnd(
    sessionId: string,
    manager: EntityManager = this.database.manager,
  ): Promise<Date | null> {
    const row = await sql(manager).first(
      provenAtRow,
      `SELECT greatest(created_at, proven_at) AS at FROM sessions
        WHERE id_hash = $1 AND greatest(created_at, proven_at) > $2`,
      [sessionId, this.proofCutoff()],
    );
    return row ? new Date(row.at.getTime() + PROOF_MS) : null;
  }

  /**
   * Gives a session only the rights of one opened by password. Call when Discord is unlinked, because the session does
   * not prove another id that the owner links later.
   */
  async dropDiscordRights(sessionId: string, manager: EntityManager): Promise<void> {
    await sql(manager).run(
      `UPDATE sessions SET opened_by = 'password', discord_proven_at = NULL WHERE id_hash = $1`,
      [sessionId],
    );
  }

  /**
   * Uses up the proof by Discord.
   * @returns whether there was one
   */
  async consumeDiscordProof(sessionId: string, manager: EntityManager): Promise<boolean> {
    const count = await sql(manager).affected(
      `UPDATE sessions SET discord_proven_at = NULL
        WHERE id_hash = $1 AND discord_proven_at > $2 RETURNING id_hash`,
      [sessionId, this.proofCutoff()],
    );
    return count === 1;
  }

  private proofCutoff(): Date {
    return new Date(this.clock.now().getTime() - PROOF_MS);
  }
}

function sessionEndedError(): ShopError {
  return new ShopError('UNAUTHENTICATED', 'This session has ended. Please sign in.');
}

/** Ends all sessions of an account, for programs without listeners to notify. */
export async function deleteSessionsOf(manager: EntityManager, userId: number): Promise<void> {
  await sql(manager).run('DELETE FROM sessions WHERE user_id = $1', [userId]);
}
