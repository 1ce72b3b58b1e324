import { Injectable, Controller, Req } from '@nestjs/common';
import {
  type ChangePasswordRequest,
  type PasswordStateAnswer,
  type SecurityNoticeKind,
  accountCalls,
} from '@pax/contracts';
import type { Actor } from '../../../platform/calls/access.js';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/shop-error.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { lockUser, saveUser } from '../../accounts/user-row.js';
import { notifyOwner } from '../../accounts/security-notices.js';
import type { User } from '../../accounts/user.entity.js';
import { SecurityLog } from '../../audit/security-log.js';
import { type CallOrigin, readCallOrigin } from '../../../platform/http/request-context.js';
import { deleteUnusedCodes } from '../admin-code/admin-code.js';
import { CommonPasswords, StaffPasswords } from './password-rules.js';
import { freshSignInRequiredError, OwnerProof } from './owner-proof.js';
import { PasswordHasher } from './password-hasher.js';
import type { FastifyRequest } from 'fastify';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { ZodBody } from '../../../platform/http/zod.pipe.js';
import { Call } from '../../../platform/calls/call.js';

/** Time for which a Discord account must have been linked before it may reset the password, ms. */
const LINK_AGE_MS = 7 * 24 * 60 * 60_000;

/**
 * Sets a new password and ends all other sessions. Requires the current password, or, as a reset, a recent sign-in
 * with the linked Discord account.
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly sessions: Sessions,
    private readonly hasher: PasswordHasher,
    private readonly common: CommonPasswords,
    private readonly staff: StaffPasswords,
    private readonly ownerProof: OwnerProof,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /** Reads the state that decides which fields the password form shows. */
  async readPasswordState({ userId, sessionId }: Actor): Promise<PasswordStateAnswer> {
    const user = await this.accounts.findById(userId);
    const hasPassword = typeof user?.passwordHash === 'string';
    const resetFrom = user && hasPassword ? this.earliestResetTime(user) : null;
    const freeUntil = resetFrom === null ? await this.sessions.readProofEnd(sessionId) : null;
    return {
      hasPassword,
      freeUntil: freeUntil?.toISOString() ?? null,
      resetFrom: resetFrom?.toISOString() ?? null,
    };
  }

  /**
   * @throws ShopError SECOND_STEP_REQUIRED, PASSWORD_COMMON, PASSWORD_TOO_SHORT, CURRENT_PASSWORD_REQUIRED,
   * CURRENT_PASSWORD_WRONG, FRESH_SIGN_IN_REQUIRED, RATE_LIMITED
   */
  async execute(actor: Actor, input: ChangePasswordRequest, origin: CallOrigin): Promise<void> {
    const user = await this.accounts.findById(actor.userId);
    if (!user) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    await this.sessions.requireOwnerSession(actor);
    this.common.assertNotCommon(input.newPassword, user.username);
    await this.staff.assertLongEnough(user, input.newPassword);
    const { freeUntil } = await this.readPasswordState(actor);
    const proof =
      freeUntil === null
        ? await this.ownerProof.requireProof(actor, input.currentPassword, origin.address)
        : undefined;
    const passwordHash = await this.hasher.hashPassword(input.newPassword, {
      address: origin.address,
      isKnown: true,
    });
    await this.transactions.run(async (tx) => {
      const locked = proof
        ? await this.ownerProof.lockAndRecheckProof(tx, actor, proof)
        : await this.lockWithDiscordProof(tx, actor);
      const kind = noticeKindFor(locked, proof === undefined);
      locked.passwordHash = passwordHash;
      await saveUser(tx, locked);
      await this.sessions.consumeDiscordProof(actor.sessionId, tx);
      await this.sessions.closeOtherSessionsOf(user.id, actor.sessionId, tx);
      await deleteUnusedCodes(tx, user.id);
      await notifyOwner(tx, { userId: user.id, kind, userAgent: origin.userAgent });
      const subject = `user:${user.id}`;
      const detail = { by: proof ? 'password' : 'discord' };
      const { address } = origin;
      await this.security.writeEvent(tx, {
        actor: subject,
        action: 'password.change',
        subject,
        detail,
        address,
      });
    });
    this.sessions.announceAccountEnd(user.id, actor.sessionId);
  }

  /**
   * Locks the account and uses up the proof of its recent sign-in with Discord, which may have been unlinked
   * meanwhile.
   */
  private async lockWithDiscordProof(tx: Tx, { userId, sessionId }: Actor): Promise<User> {
    const user = await lockUser(tx, userId);
    await this.sessions.requireOwnerSession({ userId, sessionId }, tx);
    const mayReset =
      user.discordId !== null && (user.passwordHash === null || this.earliestResetTime(user) === null);
    if (mayReset && (await this.sessions.consumeDiscordProof(sessionId, tx))) return user;
    if (user.passwordHash === null) throw freshSignInRequiredError();
    throw new ShopError('CURRENT_PASSWORD_REQUIRED', 'Please enter your current password.');
  }

  /**
   * Time from which the linked Discord account may reset the password; null when it may now, or when none is
   * linked.
   */
  private earliestResetTime({ discordId, discordLinkedAt }: User): Date | null {
    if (discordId === null) return null;
    const from = new Date((discordLinkedAt ?? this.clock.now()).getTime() + LINK_AGE_MS);
    return from > this.clock.now() ? from : null;
  }
}

function noticeKindFor({ passwordHash }: User, isReset: boolean): SecurityNoticeKind {
  if (passwordHash === null) return 'password_set';
  return isReset ? 'password_reset' : 'password_changed';
}

/** Calls on the own password: what the password form needs, and to set a new password. */
@Controller()
export class ChangePasswordController {
  constructor(private readonly changePassword: ChangePassword) {}

  @Call(accountCalls.passwordState)
  readPasswordState(@CurrentActor() actor: Actor): Promise<PasswordStateAnswer> {
    return this.changePassword.readPasswordState(actor);
  }

  @Call(accountCalls.changePassword)
  async setPassword(
    @CurrentActor() actor: Actor,
    @ZodBody(accountCalls.changePassword.body) passwords: ChangePasswordRequest,
    @Req() request: FastifyRequest,
  ): Promise<{ success: true }> {
    await this.changePassword.execute(actor, passwords, readCallOrigin(request));
    return { success: true };
  }
}
