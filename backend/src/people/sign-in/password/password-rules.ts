import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findPasswordWeakness, MIN_STAFF_PASSWORD_LENGTH } from '@pax/contracts';
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { packageFolder } from '../../../platform/package-folder.js';
import { ShopError } from '../../../platform/shop-error.js';
import type { User } from '../../accounts/user.entity.js';
import { RoleSource } from '../../rights/role-source.js';

const FILE = new URL('data/common-passwords.bin', packageFolder);
/** Number of stored bytes per password hash; two passwords have the same bytes once in 10^12. */
const BYTES = 5;

const MESSAGES = {
  name: 'Your name and the shop’s are easy to guess. Please choose another password.',
  pattern: 'Runs and repeats are easy to guess. Please choose another password.',
  common: 'This password is one of the most used ones. Please choose another.',
};

/** Refuses common passwords, by a list that is part of the program. */
@Injectable()
export class CommonPasswords implements OnModuleInit {
  private readonly known = new Set<string>();

  async onModuleInit(): Promise<void> {
    const list = await readFile(FILE);
    for (let offset = 0; offset < list.length; offset += BYTES)
      this.known.add(list.toString('hex', offset, offset + BYTES));
  }

  /**
   * Refuses a common password, a name or a pattern. Letter case is ignored, because `Password` is as easy to guess.
   * @throws ShopError PASSWORD_COMMON
   */
  assertNotCommon(password: string, username: string): void {
    const weakness = findPasswordWeakness(password, username);
    if (weakness !== undefined) throw new ShopError('PASSWORD_COMMON', MESSAGES[weakness], { why: weakness });
    const hash = createHash('sha256').update(password.trim().toLowerCase()).digest('hex');
    if (this.known.has(hash.slice(0, BYTES * 2)))
      throw new ShopError('PASSWORD_COMMON', MESSAGES.common, { why: 'common' });
  }
}

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
