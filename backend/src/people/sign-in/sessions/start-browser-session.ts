import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  knownBrowserOf,
  writeKnownBrowserCookie,
  writeSessionCookie,
} from '../../../platform/sessions/session-cookie.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { StartUserSession, type StartUserSessionInput } from './start-user-session.js';

/** Fields of the session's input that are read from the HTTP request. */
type RequestField = 'previous' | 'address' | 'browser' | 'userAgent';

/** Starts a session for the browser that sent a request, and sets its cookies. */
@Injectable()
export class StartBrowserSession {
  constructor(
    private readonly startSession: StartUserSession,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError as StartUserSession says */
  async execute(
    request: FastifyRequest,
    reply: FastifyReply,
    input: Omit<StartUserSessionInput, RequestField>,
  ): Promise<void> {
    const { token, browser } = await this.startSession.execute({
      ...input,
      previous: request.sessionOwner,
      address: request.ip,
      browser: knownBrowserOf(request, this.settings),
      userAgent: request.headers['user-agent'],
    });
    writeSessionCookie(reply, this.settings, token);
    writeKnownBrowserCookie(reply, this.settings, browser);
  }
}
