import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ShopError } from '../../common/problem.js';
import { sha256 } from '../../common/random.js';
import { Limits } from '../../infra/limits/limits.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { replacePasswordHash } from '../accounts/replace-password-hash.js';
import type { User } from '../accounts/user.entity.js';
import { usernameKey } from '../accounts/username-key.js';
import { SecurityLog } from '../audit/security-log.js';
import { PasswordHasher } from './password-hasher.js';
import { LOGIN_PER_ACCOUNT, LOGIN_PER_ADDRESS } from './sign-in-limits.js';

/** Whose name and password these are. */
@Injectable()
export class VerifyPassword {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
    private readonly security: SecurityLog,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /**
   * Counts the try before it is known to be wrong, so that tries at the same time can't slip through, and gives it
   * back when it was right or never made. An unknown name, a wrong password and an account without one are alike.
   * @throws ShopError INVALID_CREDENTIALS, RATE_LIMITED
   */
  async execute(username: string, password: string, address: string): Promise<User> {
    const account = sha256(usernameKey(username));
    const from = this.security.hash(address);
    await this.limits.take(LOGIN_PER_ADDRESS, from);
    await this.limits.take(LOGIN_PER_ACCOUNT, account);
    const giveBack = async (): Promise<void> => {
      await this.limits.giveBack(LOGIN_PER_ADDRESS, from);
      await this.limits.giveBack(LOGIN_PER_ACCOUNT, account);
    };
    const user = await this.accounts.byUsername(username);
    const isRight = await this.check(user, password).catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    if (!user || !isRight) {
      await this.security.record({
        actor: 'visitor',
        action: 'login.refused',
        subject: user ? `user:${user.id}` : 'nobody',
        address,
      });
      throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
    }
    await giveBack();
    return user;
  }

  private async check(user: User | null, password: string): Promise<boolean> {
    const stored = user?.passwordHash ?? null;
    const isRight = await this.hasher.verify(stored, password);
    if (isRight && user && stored !== null && this.hasher.isOutdated(stored)) {
      const stronger = await this.hasher.hash(password);
      if (await replacePasswordHash(this.database.manager, user.id, stored, stronger))
        user.passwordHash = stronger;
    }
    return isRight;
  }
}
