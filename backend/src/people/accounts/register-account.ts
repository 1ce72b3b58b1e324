import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transaction.js';
import { insertAccount } from './insert-account.js';
import { AccountNames, nameRefused } from '../usernames/name-account.js';
import type { User } from './user.entity.js';

export interface Registration {
  username: string;
  passwordHash: string;
  /** Typed by the user: a claim, never used for rights. */
  claimedDiscordId?: string;
}

/** Makes an account with a name and a password. */
@Injectable()
export class RegisterAccount {
  constructor(
    private readonly transactions: Transactions,
    private readonly names: AccountNames,
  ) {}

  /** @throws ShopError as `AccountNames` says, also for the slower of two at the same time */
  async execute(registration: Registration): Promise<User> {
    return this.transactions.run(async (tx) => {
      const problem = await this.names.claim(tx, registration.username);
      if (problem) throw nameRefused(problem);
      const result = await insertAccount(tx, registration);
      if ('user' in result) return result.user;
      throw nameRefused('USERNAME_TAKEN');
    });
  }
}
