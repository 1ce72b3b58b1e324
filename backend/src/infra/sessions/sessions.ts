import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Subject } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { randomRef, sha256 } from '../../common/random.js';
import { ABSOLUTE_LIFETIME_MS } from './session-cookie.js';

/** A customer's session ends after this long without a call, ms. */
export const CUSTOMER_IDLE_MS = 14 * 24 * 60 * 60 * 1000;
/** A session with staff's or admin's rights ends after this long without a call, ms. */
export const STAFF_IDLE_MS = 12 * 60 * 60 * 1000;
/** `last_seen_at` is written at most this often, ms. */
const SEEN_EVERY_MS = 60_000;
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** A live session. `id` is the hash of the cookie: safe to keep and log, useless for signing in. */
export interface Session {
  id: string;
  userId: number;
  createdAt: Date;
  lastSeenAt: Date;
  /** The account's proven Discord id, or null, and whether it is blocked: what its rights depend on. */
  discordId: string | null;
  blocked: boolean;
}

/** Which sessions ended: one, or all of a user but perhaps one. */
export interface EndedSessions {
  userId?: number;
  sessionId?: string;
  exceptSessionId?: string;
}

/** For so long after Discord proved the owner the session may set a password without the old one, ms (OWN-25). */
export const PASSWORD_FREE_MS = 10 * 60_000;

/**
 * Sessions as rows of our own: made at sign-in only, ended by deletion. Every later write is an update or a
 * delete of an existing row, so that no slow request can revive what a logout ended (OWN-26, OWN-27, OWN-28).
 */
@Injectable()
export class Sessions {
  /** Tells listeners of this process at once; other processes find out when they check again. */
  readonly ended = new Subject<EndedSessions>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The live session of a cookie's value, or undefined. Does not count as activity. */
  async read(token: string | undefined): Promise<Session | undefined> {
    if (token === undefined || !TOKEN.test(token)) return undefined;
    const now = this.clock.now().getTime();
    const [session]: Session[] = await this.database.query(
      `SELECT s.id_hash AS id, s.user_id AS "userId", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
              u.discord_id AS "discordId", u.blocked_at IS NOT NULL AS blocked
         FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3`,
      [sha256(token), new Date(now), new Date(now - CUSTOMER_IDLE_MS)],
    );
    return session;
  }

  /** Whether a session with staff's or admin's rights was idle for too long. */
  isStaffIdle(session: Session): boolean {
    return this.clock.now().getTime() - session.lastSeenAt.getTime() > STAFF_IDLE_MS;
  }

  /** Counts as activity; written at most once a minute. */
  async touch(session: Session): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
    await this.database.query(
      'UPDATE sessions SET last_seen_at = $2 WHERE id_hash = $1 AND last_seen_at < $2',
      [session.id, now],
    );
  }

  /**
   * Signs an account in: a new session with a new id, always.
   * @param isPasswordFree whether Discord has just proven the owner, who then needs no old password to set a new one
   * @returns the cookie's value, kept nowhere else
   */
  async open(
    userId: number,
    manager: EntityManager = this.database.manager,
    isPasswordFree = false,
  ): Promise<string> {
    const token = randomRef();
    const now = this.clock.now();
    await manager.query('DELETE FROM sessions WHERE expires_at <= $1', [now]);
    await manager.query(
      `INSERT INTO sessions (id_hash, user_id, created_at, last_seen_at, expires_at, password_free_until)
       VALUES ($1, $2, $3, $3, $4, $5)`,
      [
        sha256(token),
        userId,
        now,
        this.clock.in(ABSOLUTE_LIFETIME_MS),
        isPasswordFree ? this.clock.in(PASSWORD_FREE_MS) : null,
      ],
    );
    return token;
  }

  /** Ends one session; ending it again changes nothing. */
  async close(sessionId: string): Promise<void> {
    await this.database.query('DELETE FROM sessions WHERE id_hash = $1', [sessionId]);
    this.ended.next({ sessionId });
  }

  /**
   * Ends all sessions of an account within the caller's transaction. Call `announceEnd` after the commit, so that
   * sockets of this process close at once.
   */
  async closeAllOf(userId: number, manager: EntityManager = this.database.manager): Promise<void> {
    await manager.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  }

  /** Ends all sessions of an account but one, within the caller's transaction; `announceEnd` after the commit. */
  async closeOthersOf(userId: number, sessionId: string, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM sessions WHERE user_id = $1 AND id_hash <> $2', [userId, sessionId]);
  }

  announceEnd(userId: number, exceptSessionId?: string): void {
    this.ended.next({ userId, exceptSessionId });
  }

  /** Until when this session may set a password without the old one; null when it may not. */
  async passwordFreeUntil(sessionId: string): Promise<Date | null> {
    const rows: { until: Date }[] = await this.database.query(
      'SELECT password_free_until AS until FROM sessions WHERE id_hash = $1 AND password_free_until > $2',
      [sessionId, this.clock.now()],
    );
    return rows[0]?.until ?? null;
  }

  /** Uses that right up. @returns whether it was there */
  async usePasswordFree(sessionId: string, manager: EntityManager): Promise<boolean> {
    const [rows]: [unknown[], number] = await manager.query(
      `UPDATE sessions SET password_free_until = NULL
        WHERE id_hash = $1 AND password_free_until > $2 RETURNING id_hash`,
      [sessionId, this.clock.now()],
    );
    return rows.length === 1;
  }
}
