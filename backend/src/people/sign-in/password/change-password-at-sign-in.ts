import { Injectable } from '@nestjs/common';
import { ShopError } from '../../../platform/shop-error.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { lockUser, saveUser } from '../../accounts/user-row.js';
import { notifyOwner } from '../../accounts/security-notices.js';
import type { User } from '../../accounts/user.entity.js';
import { SecurityLog } from '../../audit/security-log.js';
import type { CallOrigin } from '../../../platform/http/request-context.js';
import { deleteUnusedCodes } from '../admin-code/admin-code.js';
import { CommonPasswords, StaffPasswords, passwordChangeRequiredError } from './password-rules.js';
import { PasswordHasher } from './password-hasher.js';
import { readSecondStep } from '../../second-step/second-step-rows.js';

export interface PasswordAtSignIn {
  /** The account whose password was just verified. */
  user: User;
  password: string;
  /** The new password, if the sign-in request contained one. */
  newPassword: string | undefined;
}

/** Demands a longer password when admins and staff sign in, and stores the new password sent with the sign-in. */
@Injectable()
export class ChangePasswordAtSignIn {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly hasher: PasswordHasher,
    private readonly common: CommonPasswords,
    private readonly staff: StaffPasswords,
    private readonly security: SecurityLog,
  ) {}

  /**
   * @returns the changed account
   * @throws ShopError PASSWORD_CHANGE_REQUIRED, FRESH_SIGN_IN_REQUIRED, PASSWORD_COMMON, PASSWORD_TOO_SHORT,
   * VALIDATION when no new password is needed, INVALID_CREDENTIALS when the password changed meanwhile
   */
  async execute({ user, password, newPassword }: PasswordAtSignIn, origin: CallOrigin): Promise<User> {
    const isTooShort = await this.staff.isPasswordTooShort(user, password);
    // Refuses accounts with a second step, because a sign-in cannot ask for the step and the password alone must
    // not be enough.
    if (isTooShort && (await this.transactions.run((tx) => readSecondStep(tx, user.id))))
      throw secondStepBlocksChange();
    if (newPassword === undefined) {
      if (isTooShort) throw passwordChangeRequiredError();
      return user;
    }
    // Refuses an unneeded new password: the account page asks for the second step before a change, which a sign-in
    // cannot.
    if (!isTooShort) throw new ShopError('VALIDATION', 'Please change the password on the account page.');
    this.common.assertNotCommon(newPassword, user.username);
    await this.staff.assertLongEnough(user, newPassword);
    const { address, userAgent } = origin;
    const passwordHash = await this.hasher.hashPassword(newPassword, { address, isKnown: true });
    const changed = await this.transactions.run(async (tx) => {
      const locked = await lockUser(tx, user.id);
      if (locked.passwordHash !== user.passwordHash)
        throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
      locked.passwordHash = passwordHash;
      await saveUser(tx, locked);
      await this.sessions.closeAllSessionsOf(user.id, tx);
      await deleteUnusedCodes(tx, user.id);
      await notifyOwner(tx, { userId: user.id, kind: 'password_changed', userAgent });
      const subject = `user:${user.id}`;
      const detail = { by: 'sign-in' };
      await this.security.writeEvent(tx, {
        actor: subject,
        action: 'password.change',
        subject,
        detail,
        address,
      });
      return locked;
    });
    this.sessions.announceAccountEnd(user.id);
    return changed;
  }
}

const secondStepBlocksChange = (): ShopError =>
  new ShopError(
    'FRESH_SIGN_IN_REQUIRED',
    'This password is too short for your account, which has a second step. Sign in with Discord or an admin code and choose a longer one on your account page.',
  );
