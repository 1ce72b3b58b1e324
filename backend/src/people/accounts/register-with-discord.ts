import { Injectable } from '@nestjs/common';
import { newUsername } from '@pax/contracts';
import { randomInt } from 'node:crypto';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { AccountsQueries } from './accounts.queries.js';
import { FormerAccounts, type TakenId } from './former-accounts.js';
import { insertAccount } from './insert-account.js';
import { lockUser, saveUser } from './lock-user.js';
import { AccountNames } from '../usernames/name-account.js';
import type { User } from './user.entity.js';

/** A person as Discord proved it. */
export interface ProvenPerson {
  id: string;
  username: string;
}

const TRIES = 10;

/** The account of a proven Discord id, made when there is none. Matched by that id and by nothing else. */
@Injectable()
export class RegisterWithDiscord {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly names: AccountNames,
    private readonly former: FormerAccounts,
  ) {}

  /** @throws ShopError UNAVAILABLE while Discord does not say whether a person who was blocked before is staff */
  async execute(person: ProvenPerson): Promise<User> {
    const known = await this.accounts.byDiscordId(person.id);
    if (known) return this.rename(known, person);
    const id = { discordId: person.id, isOperator: false };
    return this.former.taking(id, (tx, taken) => this.register(tx, person, taken));
  }

  /** Discord names change; the id does not. */
  private async rename(known: User, person: ProvenPerson): Promise<User> {
    if (known.discordUsername === person.username) return known;
    return this.transactions.run(async (tx) => {
      const user = await lockUser(tx, known.id);
      if (user.discordId !== person.id) return user;
      user.discordUsername = person.username;
      await saveUser(tx, user);
      return user;
    });
  }

  private async register(tx: Tx, person: ProvenPerson, taken: TakenId): Promise<User> {
    const base = await baseName(tx, this.names, person);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const username = attempt === 0 ? base : `${base.slice(0, 25)}-${randomInt(100_000, 1_000_000)}`;
      const proven = { discordId: person.id, discordUsername: person.username };
      const result = await insertAccount(tx, { username, ...proven });
      if ('user' in result) return this.former.takeUp(tx, result.user, taken);
      if (result.taken === 'username') continue;
      // Concurrent callbacks of one person: the slower one finds the account that the faster one made.
      const made = await this.accounts.byDiscordId(person.id, tx);
      if (made) return made;
    }
    throw new Error('No free username was found');
  }
}

/**
 * A username made from a Discord name; a neutral one where that is invalid, reserved or similar to another, because
 * nobody is refused for a name.
 */
async function baseName(tx: Tx, names: AccountNames, { id, username }: ProvenPerson): Promise<string> {
  const plain = username
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '')
    .trim()
    .slice(0, 32);
  const neutral = `discord-${id.slice(-6)}`;
  const name = newUsername.safeParse(plain).data;
  if (name === undefined) return neutral;
  const problem = await names.claim(tx, name);
  return problem === undefined || problem === 'USERNAME_TAKEN' ? name : neutral;
}
