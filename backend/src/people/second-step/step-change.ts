import { Injectable } from '@nestjs/common';
import type { AuditAction, SecondStepStatus, SecurityNoticeKind } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { assertFreshStep } from '../../platform/second-step.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { lockUser } from '../accounts/user-row.js';
import { notifyOwner } from '../accounts/security-notices.js';
import type { User } from '../accounts/user.entity.js';
import { SecurityLog } from '../audit/security-log.js';
import { RoleSource } from '../rights/role-source.js';
import type { CallOrigin } from '../access/call-origin.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import { deleteStepWithoutMethods, ensureSecondStep } from './second-step-rows.js';

/** The audit row and the notice of a change. */
interface ChangeRecord {
  /** As audit rows name it. */
  action: AuditAction;
  notice: SecurityNoticeKind;
  detail?: Record<string, string>;
}

/**
 * The rules of every change of a second step: it requires a sign-in with Discord or by admin code of the last ten
 * minutes, and the present step where there is one; it leaves an audit row and a notice.
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

  /** Only accounts of admins and staff have a second step. @throws ShopError METHOD_DISABLED, UNAVAILABLE */
  async assertEntitled({ identity }: Actor): Promise<void> {
    if ((await this.roles.highestRoleOf(identity, 'now')) === 'customer')
      throw new ShopError('METHOD_DISABLED', 'A second step is for admins and staff.');
  }

  /**
   * Runs a change on the locked account. @param work gets whether the account has a second step
   * @throws ShopError UNAUTHENTICATED, FRESH_SIGN_IN_REQUIRED, SECOND_STEP_REQUIRED
   */
  run<T>(
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
      // Read under the lock: another session may have set a step up meanwhile.
      assertFreshStep({ secondStep });
      return work(tx, user, secondStep);
    });
  }

  /**
   * Begins a second step with its first way: this session has passed it, all others have to.
   * @returns recovery codes, or none where there was a step before
   */
  async startStep(tx: Tx, { userId, sessionId }: Actor): Promise<string[]> {
    if (!(await ensureSecondStep(tx, userId, this.clock.now()))) return [];
    await this.sessions.markSecondStep(sessionId, tx);
    return replaceRecoveryCodes(tx, userId);
  }

  /** Ends a step without methods, and all other sessions, which would otherwise gain rights. */
  async endStepWithoutMethods(tx: Tx, { userId, sessionId }: Actor): Promise<void> {
    if (await deleteStepWithoutMethods(tx, userId)) await this.sessions.closeOthersOf(userId, sessionId, tx);
  }

  /** Audits a change and notifies the owner. */
  async recordChange(
    tx: Tx,
    { userId }: Actor,
    { action, notice, detail }: ChangeRecord,
    origin: CallOrigin,
  ): Promise<void> {
    const subject = `user:${userId}`;
    const { address, userAgent } = origin;
    await notifyOwner(tx, { userId, kind: notice, userAgent });
    await this.security.write(tx, {
      actor: subject,
      action,
      subject,
      detail,
      address,
      alert: 'The second step of a staff account was changed',
    });
  }

  /** Makes sockets of other sessions reconnect with their new rights; call it after the commit. */
  announceChange({ userId, sessionId }: Actor): void {
    this.sessions.announceAccountEnd(userId, sessionId);
  }
}
