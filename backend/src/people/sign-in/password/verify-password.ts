import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ShopError } from '../../../platform/shop-error.js';
import { sha256 } from '../../../platform/secrets.js';
import { RateLimiter, type LimitCount } from '../../../platform/limits/rate-limiter.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { replacePasswordHash } from '../../accounts/user-row.js';
import type { User } from '../../accounts/user.entity.js';
import { usernameKey } from '../../usernames/username-key.js';
import { SecurityLog } from '../../audit/security-log.js';
import { KnownBrowsers } from '../sessions/known-browsers.js';
import { PasswordHasher, type HashCaller } from './password-hasher.js';
import {
  LOGIN_PER_ACCOUNT,
  LOGIN_PER_ACCOUNT_AND_ADDRESS,
  LOGIN_PER_KNOWN_BROWSER,
} from '../sign-in-limits.js';

export interface VerifyPasswordInput {
  username: string;
  password: string;
  address: string;
  /** Value of the known-browser cookie, not verified yet. */
  browser?: string;
}

/** Finds the account of a username and password. */
@Injectable()
export class VerifyPassword {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly hasher: PasswordHasher,
    private readonly browsers: KnownBrowsers,
    private readonly limits: RateLimiter,
    private readonly security: SecurityLog,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /**
   * Counts an attempt before the check, so that concurrent attempts cannot exceed the limit; gives it back unless
   * the password was wrong.
   * @throws ShopError RATE_LIMITED, INVALID_CREDENTIALS, alike for unknown names, wrong and missing passwords
   */
  async execute({ username, password, address, browser }: VerifyPasswordInput): Promise<User> {
    const from = this.security.hashAddress(address);
    const user = await this.accounts.findByUsername(username);
    const known = await this.browsers.findBrowser(user?.id ?? null, browser);
    const giveBack = await this.countTry(username, from, known);
    const caller = { address, isKnown: known !== undefined };
    const isRight = await this.checkPassword(user, password, caller).catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    if (user && isRight) {
      await giveBack();
      return user;
    }
    await this.security.recordEvent({
      actor: 'visitor',
      action: 'login.refused',
      subject: user ? `user:${user.id}` : 'nobody',
      address,
    });
    throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
  }

  /**
   * Counts an attempt by account and address. A browser known to the account is counted apart, so that guesses from
   * elsewhere do not lock the owner out.
   * @returns a function that gives the attempt back
   */
  private async countTry(
    username: string,
    from: string,
    known: string | undefined,
  ): Promise<() => Promise<void>> {
    const account = sha256(usernameKey(username));
    const counts: LimitCount[] =
      known === undefined
        ? [
            [LOGIN_PER_ACCOUNT_AND_ADDRESS, `${account}:${from}`],
            [LOGIN_PER_ACCOUNT, account],
          ]
        : [[LOGIN_PER_KNOWN_BROWSER, known]];
    return this.limits.takeAttempt(counts);
  }

  private async checkPassword(user: User | null, password: string, from: HashCaller): Promise<boolean> {
    const stored = user?.passwordHash ?? null;
    const isRight = await this.hasher.verifyPassword(stored, password, from);
    if (!isRight || !user || stored === null || !this.hasher.isHashOutdated(stored)) return isRight;
    const stronger = await this.hasher.hashPassword(password, from);
    const isKept = await replacePasswordHash(this.database.manager, user.id, stored, stronger);
    if (!isKept) return this.checkCurrentHash(user, password, from);
    user.passwordHash = stronger;
    return true;
  }

  /**
   * Verifies the password against the current hash, after a concurrent login renewed the hash or the password was
   * changed.
   */
  private async checkCurrentHash(user: User, password: string, from: HashCaller): Promise<boolean> {
    const now = await this.accounts.findById(user.id);
    user.passwordHash = now?.passwordHash ?? null;
    return this.hasher.verifyPassword(user.passwordHash, password, from);
  }
}
