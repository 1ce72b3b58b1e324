import { Controller, Inject, Req, Res } from '@nestjs/common';
import {
  accountCalls,
  type AccountSession,
  type EndedSessionsAnswer,
  type SecurityNotice,
} from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/calls/access.js';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { PathParam } from '../../../platform/http/zod.pipe.js';
import { Call } from '../../../platform/calls/call.js';
import { clearSessionCookie } from '../../../platform/sessions/session-cookie.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { SecurityNotices } from '../../accounts/security-notices.js';
import { readCallOrigin } from '../../../platform/http/request-context.js';
import { OwnSessions } from './own-sessions.js';

/** Calls for an account's sessions and security notices. */
@Controller()
export class SessionsController {
  constructor(
    private readonly ownSessions: OwnSessions,
    private readonly notices: SecurityNotices,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Call(accountCalls.sessions)
  listSessions(@CurrentActor() actor: Actor): Promise<AccountSession[]> {
    return this.ownSessions.listSessions(actor);
  }

  /** Ends all sessions of the account but the caller's. */
  @Call(accountCalls.endOtherSessions)
  async endOtherSessions(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
  ): Promise<EndedSessionsAnswer> {
    return { ended: await this.ownSessions.endOtherSessions(actor, readCallOrigin(request)) };
  }

  @Call(accountCalls.endSession)
  async endSession(
    @CurrentActor() actor: Actor,
    @PathParam(accountCalls.endSession, 'id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    await this.ownSessions.endSession(actor, id, readCallOrigin(request));
    if (id === actor.sessionId) clearSessionCookie(reply, this.settings);
    return { success: true };
  }

  @Call(accountCalls.securityNotices)
  listSecurityNotices(@CurrentActor() actor: Actor): Promise<SecurityNotice[]> {
    return this.notices.listNotices(actor.userId);
  }
}
