import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ShopError } from '../../../common/problem.js';
import { sha256 } from '../../../common/random.js';
import { Limits, type Count } from '../../../infra/limits/limits.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { replacePasswordHash } from '../../accounts/replace-password-hash.js';
import type { User } from '../../accounts/user.entity.js';
import { usernameKey } from '../../accounts/username-key.js';
import { SecurityLog } from '../../audit/security-log.js';
import { KnownBrowsers } from '../sessions/known-browsers.js';
import { PasswordHasher } from './password-hasher.js';
import {
  LOGIN_PER_ACCOUNT,
  LOGIN_PER_ACCOUNT_AND_ADDRESS,
  LOGIN_PER_KNOWN_BROWSER,
} from '../sign-in-limits.js';

export interface VerifyPasswordInput {
  username: string;
  password: string;
  address: string;
  /** The mark of a browser that signed in before, unchecked. */
  browser?: string;
}

/** Whose name and password these are. */
@Injectable()
export class VerifyPassword {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly hasher: PasswordHasher,
    private readonly browsers: KnownBrowsers,
    private readonly limits: Limits,
    private readonly security: SecurityLog,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /**
   * Counts the try before it is known to be wrong, so that tries at the same time can't slip through. The account's
   * counts get it back when it was right or never made; the address' count is the call's own and is never given back
   * (OWN-341). An unknown name, a wrong password and an account without one are alike.
   * @throws ShopError INVALID_CREDENTIALS, RATE_LIMITED
   */
  async execute({ username, password, address, browser }: VerifyPasswordInput): Promise<User> {
    const from = this.security.hash(address);
    const user = await this.accounts.byUsername(username);
    const giveBack = await this.takeAccountsTry(user, username, from, browser);
    const isRight = await this.check(user, password, from).catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    if (user && isRight) {
      await giveBack();
      return user;
    }
    await this.security.record({
      actor: 'visitor',
      action: 'login.refused',
      subject: user ? `user:${user.id}` : 'nobody',
      address,
    });
    throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
  }

  /**
   * Where an account is being guessed at, its owner still gets in: from other addresses until many are guessing, and
   * from a browser that signed in before always. @returns what gives the try back
   */
  private async takeAccountsTry(
    user: User | null,
    username: string,
    from: string,
    browser: string | undefined,
  ): Promise<() => Promise<void>> {
    const known = await this.browsers.find(user?.id ?? null, browser);
    const account = sha256(usernameKey(username));
    const counts: Count[] =
      known === undefined
        ? [
            [LOGIN_PER_ACCOUNT_AND_ADDRESS, `${account}:${from}`],
            [LOGIN_PER_ACCOUNT, account],
          ]
        : [[LOGIN_PER_KNOWN_BROWSER, known]];
    return this.limits.takeTry(counts);
  }

  private async check(user: User | null, password: string, from: string): Promise<boolean> {
    const stored = user?.passwordHash ?? null;
    const isRight = await this.hasher.verify(stored, password, from);
    if (!isRight || !user || stored === null || !this.hasher.isOutdated(stored)) return isRight;
    const stronger = await this.hasher.hash(password, from);
    const isKept = await replacePasswordHash(this.database.manager, user.id, stored, stronger);
    if (!isKept) return this.checkAnew(user, password, from);
    user.passwordHash = stronger;
    return true;
  }

  /** Another login may have made the hash stronger meanwhile, or the password may be another now. */
  private async checkAnew(user: User, password: string, from: string): Promise<boolean> {
    const now = await this.accounts.byId(user.id);
    user.passwordHash = now?.passwordHash ?? null;
    return this.hasher.verify(user.passwordHash, password, from);
  }
}
