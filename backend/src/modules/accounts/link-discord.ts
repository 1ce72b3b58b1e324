import { Injectable } from '@nestjs/common';
import { ShopError } from '../../common/problem.js';
import { isUniqueViolation, Transactions, type Tx } from '../../infra/database/transaction.js';
import { audit } from '../audit/audit.js';
import { AccountsQueries } from './accounts.queries.js';
import { lockUser, saveUser } from './lock-user.js';
import type { ProvenPerson } from './register-with-discord.js';
import type { User } from './user.entity.js';

/** Links a proven Discord id to a signed-in account. Accounts are never merged (OWN-10). */
@Injectable()
export class LinkDiscord {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
  ) {}

  /** @throws ShopError CONFLICT when either side is linked otherwise; BLOCKED when the account is blocked */
  async execute(userId: number, person: ProvenPerson): Promise<User> {
    try {
      return await this.transactions.run((tx) => this.link(tx, userId, person));
    } catch (error) {
      throw isUniqueViolation(error) ? belongsToAnother() : error;
    }
  }

  private async link(tx: Tx, userId: number, person: ProvenPerson): Promise<User> {
    const user = await lockUser(tx, userId);
    if (user.blockedAt !== null) throw new ShopError('BLOCKED', 'This account is blocked.');
    if (user.discordId !== null && user.discordId !== person.id)
      throw new ShopError('CONFLICT', 'This account is linked to another Discord account.');
    const owner = await this.accounts.byDiscordId(person.id, tx);
    if (owner && owner.id !== userId) throw belongsToAnother();
    if (user.discordId === person.id && user.discordUsername === person.username) return user;
    const isNew = user.discordId === null;
    user.discordId = person.id;
    user.discordUsername = person.username;
    user.claimedDiscordId = null;
    await saveUser(tx, user);
    if (isNew) {
      const detail = { discordId: person.id };
      await audit(tx, { actor: `user:${userId}`, action: 'discord.link', subject: `user:${userId}`, detail });
    }
    return user;
  }
}

function belongsToAnother(): ShopError {
  return new ShopError('CONFLICT', 'This Discord account belongs to another account of the shop.');
}
