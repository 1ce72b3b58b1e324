import { Injectable } from '@nestjs/common';
import type { AuditAction, SecondStepStatus, SecurityNoticeKind } from '@pax/contracts';
import { type Actor, assertFreshStep } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { lockUser } from '../accounts/user-row.js';
import { notifyOwner } from '../accounts/security-notices.js';
import type { User } from '../accounts/user.entity.js';
import { SecurityLog } from '../audit/security-log.js';
import { RoleSource } from '../rights/role-source.js';
import type { CallOrigin } from '../../platform/http/request-context.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import { deleteStepWithoutMethods, ensureSecondStep } from './second-step-rows.js';

/** The audit row and the owner's notice that a change writes. */
interface ChangeRecord {
  /** The action, as audit rows name it. */
  action: AuditAction;
  notice: SecurityNoticeKind;
  detail?: Record<string, string>;
}

/**
 * Rules for every change of a second step: a sign-in with Discord or by admin code within ten minutes, the present
 * second step if there is one, an audit row and a notice to the owner.
 */
@Injectable()
export class StepChange {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly roles: RoleSource,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks that the account may have a second step, which only admins and staff have.
   * @throws ShopError METHOD_DISABLED, UNAVAILABLE, RATE_LIMITED
   */
  async assertMayHaveStep({ identity }: Actor): Promise<void> {
    if ((await this.roles.readHighestRole(identity, 'act')) === 'customer')
      throw new ShopError('METHOD_DISABLED', 'A second step is for admins and staff.');
  }

  /**
   * Runs a change of the second step on the locked account.
   * @param work gets whether the account has a second step
   * @throws ShopError UNAUTHENTICATED, FRESH_SIGN_IN_REQUIRED, SECOND_STEP_REQUIRED
   */
  runChange<T>(
    { userId, sessionId }: Actor,
    work: (tx: Tx, user: User, secondStep: SecondStepStatus) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(async (tx) => {
      const user = await lockUser(tx, userId);
      const { secondStep, provenUntil } = await this.sessions.readProofs(sessionId, userId, tx);
      if (provenUntil === null)
        throw new ShopError(
          'FRESH_SIGN_IN_REQUIRED',
          'Please sign in with Discord or an admin code again; you have ten minutes for this after that.',
        );
      // Checks the second step under the lock, because another session may have set one up meanwhile.
      assertFreshStep({ secondStep });
      return work(tx, user, secondStep);
    });
  }

  /**
   * Starts an account's second step with its first method: this session has passed the step, all others have to.
   * @returns recovery codes, or none if the account had a step before
   */
  async startSecondStep(tx: Tx, { userId, sessionId }: Actor): Promise<string[]> {
    if (!(await ensureSecondStep(tx, userId, this.clock.now()))) return [];
    await this.sessions.markSecondStep(sessionId, tx);
    return replaceRecoveryCodes(tx, userId);
  }

  /** Deletes a second step without methods and ends all other sessions, which would otherwise gain rights. */
  async endStepWithoutMethods(tx: Tx, { userId, sessionId }: Actor): Promise<void> {
    if (await deleteStepWithoutMethods(tx, userId))
      await this.sessions.closeOtherSessionsOf(userId, sessionId, tx);
  }

  /** Writes an audit row about the change and notifies the account's owner. */
  async recordChange(
    tx: Tx,
    { userId }: Actor,
    { action, notice, detail }: ChangeRecord,
    origin: CallOrigin,
  ): Promise<void> {
    const subject = `user:${userId}`;
    const { address, userAgent } = origin;
    await notifyOwner(tx, { userId, kind: notice, userAgent });
    await this.security.writeEvent(tx, {
      actor: subject,
      action,
      subject,
      detail,
      address,
      alert: 'The second step of a staff account was changed',
    });
  }

  /** Makes the sockets of other sessions reconnect with their new rights. Call after the commit. */
  announceChange({ userId, sessionId }: Actor): void {
    this.sessions.announceAccountEnd(userId, sessionId);
  }
}
