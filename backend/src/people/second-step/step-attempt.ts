import { Inject, Injectable } from '@nestjs/common';
import type { SecondStepMethod } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/shop-error.js';
import type { Tx } from '../../platform/database/transaction.js';
import { CountedAlerts } from '../../platform/outbox/alerts.js';
import { writeSessionCookie } from '../../platform/sessions/session-cookie.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { lockUser } from '../accounts/user-row.js';
import { SecurityLog } from '../audit/security-log.js';
import type { CallOrigin } from '../../platform/http/request-context.js';
import { KnownBrowsers } from '../sign-in/sessions/known-browsers.js';

/** Where a second step is passed. */
export interface StepOrigin extends CallOrigin {
  /** Value of the known-browser cookie, not verified yet. */
  browser: string | undefined;
}

/** Effect of a passed second step on its session. */
export interface PassedStep {
  /** Value of the new session cookie. */
  token: string;
}

/** The start and the end that all methods of the second step share. */
@Injectable()
export class StepAttempt {
  constructor(
    private readonly sessions: Sessions,
    private readonly security: SecurityLog,
    private readonly alerts: CountedAlerts,
    private readonly browsers: KnownBrowsers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Checks that the session may pass the second step.
   * @throws ShopError SECOND_STEP_SETUP_REQUIRED, FRESH_SIGN_IN_REQUIRED in a session that would gain no rights
   */
  assertMayPassStep({ identity }: Actor): void {
    if (identity.secondStep === 'none') throw setUpRequiredError();
    if (identity.openedBy === 'password')
      throw new ShopError(
        'FRESH_SIGN_IN_REQUIRED',
        'Sign in with Discord or an admin code first: a password gives no rights in the panel.',
      );
  }

  /**
   * Locks the account of a live session, so that one code cannot pass two sessions.
   * @throws ShopError UNAUTHENTICATED
   */
  async lockLiveSession(tx: Tx, { userId, sessionId }: Actor): Promise<void> {
    await lockUser(tx, userId);
    await this.sessions.requireLiveSession(tx, userId, sessionId);
  }

  /**
   * Records that the session passed the second step. Each pass replaces the cookie, so that a copied one becomes
   * neither staff's nor fresh.
   */
  async recordPassedStep(
    tx: Tx,
    actor: Actor,
    way: SecondStepMethod,
    { address, browser }: StepOrigin,
  ): Promise<PassedStep> {
    const subject = `user:${actor.userId}`;
    const detail = { way };
    await this.security.writeEvent(tx, {
      actor: subject,
      action: 'second-step.pass',
      subject,
      detail,
      address,
    });
    await this.sessions.markSecondStep(actor.sessionId, tx);
    await this.browsers.recordPassedStep(tx, actor.userId, browser);
    return { token: await this.sessions.renewCookie(actor.sessionId, tx) };
  }

  /** Records a wrong code or signature, in the transaction that refuses it. */
  async recordWrongStep(
    tx: Tx,
    { userId }: Actor,
    way: SecondStepMethod,
    { address }: CallOrigin,
  ): Promise<undefined> {
    const subject = `user:${userId}`;
    await this.security.writeEvent(tx, {
      actor: subject,
      action: 'second-step.refused',
      subject,
      detail: { way },
      address,
    });
  }

  /**
   * Alerts staff about a recorded wrong code or signature: at once, and then with one count per minute and account.
   * @returns the error to throw
   */
  async alertWrongStep({ userId }: Actor): Promise<ShopError> {
    await this.alerts.raiseCounted({
      kind: 'security',
      title: 'A wrong second step was tried',
      detail: `second-step.refused · user:${userId}`,
      isFoldable: true,
    });
    return wrongStepError();
  }

  /**
   * Sets the new cookie after the commit. Sockets of the old session reconnect once the answer is sent, because other
   * tabs of the browser would otherwise ask with the old cookie.
   */
  applyNewSession({ sessionId }: Actor, { token }: PassedStep, reply: FastifyReply): void {
    writeSessionCookie(reply, this.settings, token);
    reply.raw.once('close', () => this.sessions.announceSessionEnd(sessionId));
  }
}

export function setUpRequiredError(): ShopError {
  return new ShopError(
    'SECOND_STEP_SETUP_REQUIRED',
    'Set up a second step first: on your account page, under security.',
  );
}

export function wrongStepError(): ShopError {
  return new ShopError('SECOND_STEP_WRONG', 'This is wrong, was used before, or is too old.');
}
