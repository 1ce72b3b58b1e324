import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownBrowserOf, writeKnownBrowserCookie } from '../../../infra/sessions/known-browser-cookie.js';
import { writeSessionCookie } from '../../../infra/sessions/session-cookie.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { StartUserSession, type StartUserSessionInput } from './start-user-session.js';

/** What a call says by itself about who signs in. */
type FromRequest = 'previous' | 'address' | 'browser' | 'userAgent';

/** Signs the browser of a call in: starts the session and hands out its cookies. */
@Injectable()
export class SignInBrowser {
  constructor(
    private readonly startSession: StartUserSession,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError as StartUserSession says */
  async execute(
    request: FastifyRequest,
    reply: FastifyReply,
    who: Omit<StartUserSessionInput, FromRequest>,
  ): Promise<void> {
    const { token, browser } = await this.startSession.execute({
      ...who,
      previous: request.actor,
      address: request.ip,
      browser: knownBrowserOf(request, this.settings),
      userAgent: request.headers['user-agent'],
    });
    writeSessionCookie(reply, this.settings, token);
    writeKnownBrowserCookie(reply, this.settings, browser);
  }
}
