import { Injectable } from '@nestjs/common';
import type { RegisterRequest } from '@pax/contracts';
import { Limits } from '../../infra/limits/limits.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { RegisterAccount, usernameTaken } from '../accounts/register-account.js';
import type { User } from '../accounts/user.entity.js';
import { SecurityLog } from '../audit/security-log.js';
import { CommonPasswords } from './common-passwords.js';
import { PasswordHasher } from './password-hasher.js';
import { REGISTER_PER_ADDRESS } from './sign-in-limits.js';

/** Somebody registers with a name and a password. */
@Injectable()
export class Register {
  constructor(
    private readonly limits: Limits,
    private readonly accounts: AccountsQueries,
    private readonly common: CommonPasswords,
    private readonly hasher: PasswordHasher,
    private readonly registerAccount: RegisterAccount,
    private readonly security: SecurityLog,
  ) {}

  /** @throws ShopError USERNAME_TAKEN, PASSWORD_COMMON, RATE_LIMITED */
  async execute({ username, password, discordId }: RegisterRequest, address: string): Promise<User> {
    await this.limits.take(REGISTER_PER_ADDRESS, this.security.hash(address));
    // Asked before the costly hash; the table's unique rule decides between two at the same time.
    if (await this.accounts.byUsername(username)) throw usernameTaken();
    this.common.refuse(password, username);
    const passwordHash = await this.hasher.hash(password);
    const claim = discordId === undefined || discordId === '' ? {} : { claimedDiscordId: discordId };
    return this.registerAccount.execute({ username, passwordHash, ...claim });
  }
}
