import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { RegisterRequest } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { UsernameAvailability, nameRefusedError } from '../../usernames/username-availability.js';
import { RegisterAccount } from '../../accounts/register-account.js';
import type { User } from '../../accounts/user.entity.js';
import { CommonPasswords } from './password-rules.js';
import { PasswordHasher } from './password-hasher.js';

/** Registers an account with a username and a password. */
@Injectable()
export class RegisterWithPassword {
  constructor(
    private readonly common: CommonPasswords,
    private readonly hasher: PasswordHasher,
    private readonly registerAccount: RegisterAccount,
    private readonly names: UsernameAvailability,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /**
   * @throws ShopError USERNAME_TAKEN, USERNAME_RESERVED, USERNAME_TOO_SIMILAR, PASSWORD_COMMON, RATE_LIMITED when
   * too many hashes wait
   */
  async execute({ username, password, discordId }: RegisterRequest, address: string): Promise<User> {
    // Checks the username before the slow hash; it is checked again when the account is inserted.
    const problem = await this.names.findNameProblem(this.database.manager, username);
    if (problem) throw nameRefusedError(problem);
    this.common.assertNotCommon(password, username);
    const passwordHash = await this.hasher.hashPassword(password, { address, isKnown: false });
    const claim = discordId === undefined || discordId === '' ? {} : { claimedDiscordId: discordId };
    return this.registerAccount.execute({ username, passwordHash, ...claim });
  }
}
