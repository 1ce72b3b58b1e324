import { Injectable } from '@nestjs/common';
import { MIN_STAFF_PASSWORD_LENGTH } from '@pax/contracts';
import { ShopError } from '../../../platform/shop-error.js';
import type { User } from '../../accounts/user.entity.js';
import { RoleSource } from '../../rights/role-source.js';

/** Requires longer passwords for admins and staff. */
@Injectable()
export class StaffPasswords {
  constructor(private readonly roles: RoleSource) {}

  /**
   * Tells whether a password is too short for a staff account. False when Discord gave no answer about the account
   * within 30 s.
   */
  async isPasswordTooShort({ discordId, operatorSince }: User, password: string): Promise<boolean> {
    if (Array.from(password).length >= MIN_STAFF_PASSWORD_LENGTH) return false;
    const account = { discordId, isOperator: operatorSince !== null };
    return (await this.roles.readHighestRole(account, 'shown')) !== 'customer';
  }

  /**
   * Checks a new password.
   * @throws ShopError PASSWORD_TOO_SHORT with `minLength`
   */
  async assertLongEnough(user: User, newPassword: string): Promise<void> {
    if (await this.isPasswordTooShort(user, newPassword))
      throw new ShopError(
        'PASSWORD_TOO_SHORT',
        `Accounts of admins and staff need a password of at least ${MIN_STAFF_PASSWORD_LENGTH} characters.`,
        { minLength: MIN_STAFF_PASSWORD_LENGTH },
      );
  }
}

/** Error for a correct password that is too short for the account; the same call with `newPassword` succeeds. */
export function passwordChangeRequiredError(): ShopError {
  return new ShopError(
    'PASSWORD_CHANGE_REQUIRED',
    `Accounts of admins and staff need a password of at least ${MIN_STAFF_PASSWORD_LENGTH} characters. Please choose a new one.`,
    { minLength: MIN_STAFF_PASSWORD_LENGTH },
  );
}
