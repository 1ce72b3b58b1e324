import { Injectable } from '@nestjs/common';
import type { ChangePasswordRequest, PasswordStateAnswer, SecurityNoticeKind } from '@pax/contracts';
import type { Actor } from '../../../platform/calls/access.js';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/problem.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { lockUser, saveUser } from '../../accounts/lock-user.js';
import { noticeOwner } from '../../accounts/security-notices.js';
import type { User } from '../../accounts/user.entity.js';
import { SecurityLog } from '../../audit/security-log.js';
import type { CallOrigin } from '../../access/call-origin.js';
import { CommonPasswords } from './common-passwords.js';
import { freshSignInRequired, OwnerProof } from './owner-proof.js';
import { PasswordHasher } from './password-hasher.js';
import { StaffPasswords } from './staff-passwords.js';

/** A Discord account may reset the password when it was linked so long ago, ms. */
const LINK_AGE_MS = 7 * 24 * 60 * 60_000;

/**
 * Sets a new password and ends all other sessions. Takes the current password, or a recent sign-in with the
 * linked Discord account, which makes it a reset.
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

  /** The state that decides what the password form asks for. */
  async state({ userId, sessionId }: Actor): Promise<PasswordStateAnswer> {
    const user = await this.accounts.byId(userId);
    const hasPassword = typeof user?.passwordHash === 'string';
    const resetFrom = user && hasPassword ? this.resetFrom(user) : null;
    const freeUntil = resetFrom === null ? await this.sessions.provenUntil(sessionId) : null;
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
    const user = await this.accounts.byId(actor.userId);
    if (!user) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    await this.sessions.requireOwner(actor);
    this.common.assertAllowed(input.newPassword, user.username);
    await this.staff.assertAllowed(user, input.newPassword);
    const { freeUntil } = await this.state(actor);
    const proof =
      freeUntil === null
        ? await this.ownerProof.require(actor, input.currentPassword, origin.address)
        : undefined;
    const passwordHash = await this.hasher.hash(input.newPassword, {
      address: origin.address,
      isKnown: true,
    });
    await this.transactions.run(async (tx) => {
      const locked = proof ? await this.ownerProof.lock(tx, actor, proof) : await this.lockFree(tx, actor);
      const kind = kindOf(locked, proof === undefined);
      locked.passwordHash = passwordHash;
      await saveUser(tx, locked);
      await this.sessions.useProof(actor.sessionId, tx);
      await this.sessions.closeOthersOf(user.id, actor.sessionId, tx);
      await noticeOwner(tx, { userId: user.id, kind, userAgent: origin.userAgent });
      const subject = `user:${user.id}`;
      const detail = { by: proof ? 'password' : 'discord' };
      const { address } = origin;
      await this.security.write(tx, { actor: subject, action: 'password.change', subject, detail, address });
    });
    this.sessions.announceEnd(user.id, actor.sessionId);
  }

  /** Locks the account and consumes the proof of a sign-in with Discord; the link may be gone by now. */
  private async lockFree(tx: Tx, { userId, sessionId }: Actor): Promise<User> {
    const user = await lockUser(tx, userId);
    await this.sessions.requireOwner({ userId, sessionId }, tx);
    const mayReset = user.discordId !== null && (user.passwordHash === null || this.resetFrom(user) === null);
    if (mayReset && (await this.sessions.useProof(sessionId, tx))) return user;
    if (user.passwordHash === null) throw freshSignInRequired();
    throw new ShopError('CURRENT_PASSWORD_REQUIRED', 'Please enter your current password.');
  }

  /** When the linked account may first reset the password; null when it may, or when none is linked. */
  private resetFrom({ discordId, discordLinkedAt }: User): Date | null {
    if (discordId === null) return null;
    const from = new Date((discordLinkedAt ?? this.clock.now()).getTime() + LINK_AGE_MS);
    return from > this.clock.now() ? from : null;
  }
}

function kindOf({ passwordHash }: User, isReset: boolean): SecurityNoticeKind {
  if (passwordHash === null) return 'password_set';
  return isReset ? 'password_reset' : 'password_changed';
}
