import { Injectable } from '@nestjs/common';
import { ShopError } from '../../../platform/problem.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { lockUser, saveUser } from '../../accounts/lock-user.js';
import { noticeOwner } from '../../accounts/security-notices.js';
import type { User } from '../../accounts/user.entity.js';
import { SecurityLog } from '../../audit/security-log.js';
import type { CallOrigin } from '../../access/call-origin.js';
import { CommonPasswords } from './common-passwords.js';
import { PasswordHasher } from './password-hasher.js';
import { secondStepOf } from '../../second-step/second-step-rows.js';
import { passwordChangeRequired, StaffPasswords } from './staff-passwords.js';

export interface RenewPasswordInput {
  /** The account whose password was just checked. */
  user: User;
  password: string;
  /** The new password, if the sign-in came with one. */
  newPassword: string | undefined;
}

/** Asks for a longer password at the sign-in of admins and staff, and sets the one that comes with it. */
@Injectable()
export class RenewPassword {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly hasher: PasswordHasher,
    private readonly common: CommonPasswords,
    private readonly staff: StaffPasswords,
    private readonly security: SecurityLog,
  ) {}

  /**
   * @returns the account after the change
   * @throws ShopError PASSWORD_CHANGE_REQUIRED, FRESH_SIGN_IN_REQUIRED, PASSWORD_COMMON, PASSWORD_TOO_SHORT,
   *   VALIDATION when none is asked for, INVALID_CREDENTIALS when it was changed meanwhile
   */
  async execute({ user, password, newPassword }: RenewPasswordInput, origin: CallOrigin): Promise<User> {
    const isTooShort = await this.staff.isTooShort(user, password);
    // A sign-in can't ask for the second step, and a password alone renews none.
    if (isTooShort && (await this.transactions.run((tx) => secondStepOf(tx, user.id))))
      throw renewedWithStep();
    if (newPassword === undefined) {
      if (isTooShort) throw passwordChangeRequired();
      return user;
    }
    // The account page asks for the second step before a change; a sign-in can't.
    if (!isTooShort) throw new ShopError('VALIDATION', 'Please change the password on the account page.');
    this.common.assertAllowed(newPassword, user.username);
    await this.staff.assertAllowed(user, newPassword);
    const { address, userAgent } = origin;
    const passwordHash = await this.hasher.hash(newPassword, { address, isKnown: true });
    const renewed = await this.transactions.run(async (tx) => {
      const locked = await lockUser(tx, user.id);
      if (locked.passwordHash !== user.passwordHash)
        throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
      locked.passwordHash = passwordHash;
      await saveUser(tx, locked);
      await this.sessions.closeAllOf(user.id, tx);
      await noticeOwner(tx, { userId: user.id, kind: 'password_changed', userAgent });
      const subject = `user:${user.id}`;
      const detail = { by: 'sign-in' };
      await this.security.write(tx, { actor: subject, action: 'password.change', subject, detail, address });
      return locked;
    });
    this.sessions.announceEnd(user.id);
    return renewed;
  }
}

const renewedWithStep = (): ShopError =>
  new ShopError(
    'FRESH_SIGN_IN_REQUIRED',
    'This password is too short for your account, which has a second step. Sign in with Discord or an admin code and choose a longer one on your account page.',
  );
