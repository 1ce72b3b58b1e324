import { Inject, Injectable } from '@nestjs/common';
import type { RightsHolder } from '@pax/contracts';
import type { Actor, SessionIdentity } from '../../platform/calls/access.js';
import { sessionTokenIn } from '../../platform/sessions/session-cookie.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { RoleSource, type Freshness } from '../rights/role-source.js';

/** Finds the account behind a session cookie, with the rights that it has now. */
@Injectable()
export class ActorSource {
  constructor(
    private readonly sessions: Sessions,
    private readonly roles: RoleSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Finds the account of a request's cookie and counts the request as activity.
   * @throws ShopError UNAVAILABLE as RoleSource says
   */
  readByToken(token: string | undefined, freshness: Freshness): Promise<Actor | undefined> {
    return this.readActor(token, freshness, true);
  }

  /**
   * Finds the account of a raw Cookie header, for sockets. A check of a socket does not extend the session.
   */
  readByCookieHeader(
    cookieHeader: string | undefined,
    freshness: Freshness = 'live',
  ): Promise<Actor | undefined> {
    return this.readActor(sessionTokenIn(cookieHeader, this.settings), freshness, false);
  }

  private async readActor(
    token: string | undefined,
    freshness: Freshness,
    isActivity: boolean,
  ): Promise<Actor | undefined> {
    const before = await this.sessions.readSession(token);
    if (!before) return undefined;
    const found = await this.roles.readRightsInSession(before.identity, freshness);
    // Reads the session again, because it may have ended or the account been blocked while Discord was slow.
    const session = found.wasDiscordAsked ? await this.sessions.readSession(token) : before;
    if (!session) return undefined;
    const { identity } = session;
    const { role, rights } = isSameIdentity(before.identity, identity) ? found : NO_RIGHTS;
    // Sessions with a pending second step expire as early as staff sessions, so that an old sign-in gives no
    // rights.
    const isStaff = role !== 'customer' || isStepPending(identity);
    if (isStaff && this.sessions.isStaffIdle(session)) {
      await this.sessions.closeSession(session.id);
      return undefined;
    }
    // A session that may be staff's stays idle while its role is unknown.
    const isIdle = found.isUnknown === true && this.sessions.isStaffIdle(session);
    if (isActivity && !isIdle) await this.sessions.recordActivity(session);
    const { id: sessionId, userId, blocked } = session;
    return { userId, sessionId, role, rights, blocked, identity };
  }
}

const NO_RIGHTS: RightsHolder = { role: 'customer', rights: [] };

/** Tells whether the rights of one identity are the other's, too. */
const isSameIdentity = (one: SessionIdentity, other: SessionIdentity): boolean =>
  one.discordId === other.discordId &&
  one.openedBy === other.openedBy &&
  isStepPending(one) === isStepPending(other);

const isStepPending = ({ openedBy, secondStep }: SessionIdentity): boolean =>
  openedBy !== 'password' && secondStep === 'pending';
