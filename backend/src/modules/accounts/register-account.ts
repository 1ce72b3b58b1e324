import { Injectable } from '@nestjs/common';
import { ShopError } from '../../common/problem.js';
import { Transactions } from '../../infra/database/transaction.js';
import { insertAccount } from './insert-account.js';
import type { User } from './user.entity.js';

export interface Registration {
  username: string;
  passwordHash: string;
  /** Typed by the user: a claim, never used for rights (OWN-9). */
  claimedDiscordId?: string;
}

/** Makes an account with a name and a password (SHOP-7.9). */
@Injectable()
export class RegisterAccount {
  constructor(private readonly transactions: Transactions) {}

  /** @throws ShopError USERNAME_TAKEN, also for the slower of two at the same time */
  async execute(registration: Registration): Promise<User> {
    return this.transactions.run(async (tx) => {
      const result = await insertAccount(tx, registration);
      if ('user' in result) return result.user;
      throw usernameTaken();
    });
  }
}

export function usernameTaken(): ShopError {
  return new ShopError('USERNAME_TAKEN', 'This username is already taken.');
}
