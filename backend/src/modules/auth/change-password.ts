import { Injectable } from '@nestjs/common';
import type { ChangePasswordRequest, PasswordStateAnswer } from '@pax/contracts';
import type { Actor } from '../../common/access.js';
import { ShopError } from '../../common/problem.js';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { Limits } from '../../infra/limits/limits.js';
import { Sessions } from '../../infra/sessions/sessions.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { lockUser, saveUser } from '../accounts/lock-user.js';
import type { User } from '../accounts/user.entity.js';
import { SecurityLog } from '../audit/security-log.js';
import { CommonPasswords } from './common-passwords.js';
import { PasswordHasher } from './password-hasher.js';
import { PASSWORD_PER_ACCOUNT } from './sign-in-limits.js';

/**
 * Somebody signed in sets a new password, and ends every other session with it (OWN-25). It takes the current
 * password, or a sign-in with the linked Discord account a few minutes ago: that is the reset.
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly sessions: Sessions,
    private readonly hasher: PasswordHasher,
    private readonly common: CommonPasswords,
    private readonly limits: Limits,
    private readonly security: SecurityLog,
  ) {}

  /** What the form has to ask for. */
  async state({ userId, sessionId }: Actor): Promise<PasswordStateAnswer> {
    const user = await this.accounts.byId(userId);
    const freeUntil = await this.sessions.passwordFreeUntil(sessionId);
    return {
      hasPassword: typeof user?.passwordHash === 'string',
      freeUntil: freeUntil?.toISOString() ?? null,
    };
  }

  /** @throws ShopError PASSWORD_COMMON, CURRENT_PASSWORD_REQUIRED, CURRENT_PASSWORD_WRONG, RATE_LIMITED */
  async execute(actor: Actor, wish: ChangePasswordRequest, address: string): Promise<void> {
    const user = await this.accounts.byId(actor.userId);
    if (!user) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    this.common.refuse(wish.newPassword, user.username);
    const isFree = (await this.sessions.passwordFreeUntil(actor.sessionId)) !== null;
    if (!isFree) await this.requireCurrent(user, wish.currentPassword, address);
    const passwordHash = await this.hasher.hash(wish.newPassword);
    await this.transactions.run(async (tx) => {
      const locked = await lockUser(tx, user.id);
      await this.requireUnchanged(tx, actor, locked, isFree ? undefined : user.passwordHash);
      locked.passwordHash = passwordHash;
      await saveUser(tx, locked);
      await this.sessions.closeOthersOf(user.id, actor.sessionId, tx);
      const subject = `user:${user.id}`;
      const detail = { by: isFree ? 'discord' : 'password' };
      await this.security.write(tx, { actor: subject, action: 'password.change', subject, detail, address });
    });
    this.sessions.announceEnd(user.id, actor.sessionId);
  }

  /** Counted before it is known to be wrong, so that guesses at the same time can't slip through. */
  private async requireCurrent(user: User, current: string | undefined, address: string): Promise<void> {
    if (current === undefined || user.passwordHash === null) throw currentRequired();
    const key = String(user.id);
    await this.limits.take(PASSWORD_PER_ACCOUNT, key);
    const isRight = await this.hasher.verify(user.passwordHash, current).catch(async (error: unknown) => {
      await this.limits.giveBack(PASSWORD_PER_ACCOUNT, key);
      throw error;
    });
    if (isRight) return this.limits.giveBack(PASSWORD_PER_ACCOUNT, key);
    const subject = `user:${user.id}`;
    await this.security.record({ actor: subject, action: 'password.refused', subject, address });
    throw currentWrong();
  }

  /** Of two changes at the same time the second one would rest on a password, or a right, that is gone. */
  private async requireUnchanged(
    tx: Tx,
    { sessionId }: Actor,
    locked: User,
    checked: string | null | undefined,
  ): Promise<void> {
    const isUsed = await this.sessions.usePasswordFree(sessionId, tx);
    if (checked === undefined && !isUsed) throw currentRequired();
    if (checked !== undefined && locked.passwordHash !== checked) throw currentWrong();
  }
}

function currentRequired(): ShopError {
  return new ShopError(
    'CURRENT_PASSWORD_REQUIRED',
    'Enter your current password, or sign in with Discord again and set a new one within ten minutes.',
  );
}

function currentWrong(): ShopError {
  return new ShopError('CURRENT_PASSWORD_WRONG', 'The current password is wrong.');
}
