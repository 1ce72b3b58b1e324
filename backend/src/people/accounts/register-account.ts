import { randomInt } from 'node:crypto';
import { idRow, sql } from '../../platform/database/sql.js';
import { type Tx, Transactions } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { User } from './user.entity.js';
import { usernameKey } from '../usernames/username-key.js';
import { nameSkeleton } from '../usernames/name-skeleton.js';
import { Injectable } from '@nestjs/common';
import { UsernameAvailability, nameRefusedError } from '../usernames/username-availability.js';
import { newUsername } from '@pax/contracts';
import { AccountsQueries } from './accounts.queries.js';
import { InheritedBlocks, type AssignedDiscordId } from './inherited-blocks.js';
import { lockUser, saveUser } from './user-row.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * Generates a referral code: PAX and six random letters or digits. A constraint of the table makes codes
 * unique.
 */
export function generateReferralCode(): string {
  return `PAX${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}

export interface NewAccount {
  username: string;
  passwordHash?: string;
  claimedDiscordId?: string;
  /** The Discord id, proven by a sign-in with Discord. */
  discordId?: string;
  discordUsername?: string;
}

export type InsertResult =
  | { user: User }
  /** The value that must be unique but belongs to another account. */
  | { taken: 'username' | 'discordId' };

/** Number of codes to try; few suffice, because one of 36^6 random codes is rarely taken. */
const CODE_TRIES = 5;

/**
 * Inserts an account with a new referral code and appends its event. A value that is taken does not abort the
 * transaction.
 */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<InsertResult> {
  for (let attempt = 0; attempt < CODE_TRIES; attempt += 1) {
    const rows = await sql(tx).rows(
      idRow,
      `INSERT INTO users (username, username_key, username_skeleton, password_hash, claimed_discord_id, discord_id, discord_linked_at,
                          discord_username, referral_code)
       VALUES ($1, $2, $8, $3, $4, $5::text, CASE WHEN $5::text IS NOT NULL THEN now() END, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
      [
        account.username,
        usernameKey(account.username),
        account.passwordHash ?? null,
        account.claimedDiscordId ?? null,
        account.discordId ?? null,
        account.discordUsername ?? null,
        generateReferralCode(),
        nameSkeleton(account.username),
      ],
    );
    const id = rows[0]?.id;
    if (id !== undefined) {
      appendEvent(tx, {
        type: 'user.registered',
        aggregate: 'user',
        aggregateId: String(id),
        version: 1,
      });
      return { user: await tx.findOneByOrFail(User, { id }) };
    }
    if (account.discordId !== undefined && (await tx.existsBy(User, { discordId: account.discordId })))
      return { taken: 'discordId' };
    if (await tx.existsBy(User, { usernameKey: usernameKey(account.username) })) return { taken: 'username' };
  }
  throw new Error('No free referral code was found');
}

export interface Registration {
  username: string;
  passwordHash: string;
  /** The Discord id that the user typed: an unproven claim, never used for rights. */
  claimedDiscordId?: string;
}

/** Creates an account with a username and a password. */
@Injectable()
export class RegisterAccount {
  constructor(
    private readonly transactions: Transactions,
    private readonly names: UsernameAvailability,
  ) {}

  /** @throws ShopError as `UsernameAvailability` says, also for the slower of two registrations with the same name */
  async execute(registration: Registration): Promise<User> {
    return this.transactions.run(async (tx) => {
      const problem = await this.names.lockAndFindNameProblem(tx, registration.username);
      if (problem) throw nameRefusedError(problem);
      const result = await insertAccount(tx, registration);
      if ('user' in result) return result.user;
      throw nameRefusedError('USERNAME_TAKEN');
    });
  }
}

/** A person whose identity Discord has proven. */
export interface ProvenPerson {
  id: string;
  username: string;
}

const NAME_TRIES = 10;

/** Finds or creates the account of a proven Discord id. Accounts are matched by that id only. */
@Injectable()
export class RegisterWithDiscord {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly names: UsernameAvailability,
    private readonly former: InheritedBlocks,
  ) {}

  /** @throws ShopError UNAVAILABLE while Discord does not say whether a formerly blocked person is staff */
  async execute(person: ProvenPerson): Promise<User> {
    const known = await this.accounts.findByDiscordId(person.id);
    if (known) return this.updateDiscordName(known, person);
    const id = { discordId: person.id, isOperator: false };
    return this.former.assignDiscordId(id, (tx, taken) => this.registerPerson(tx, person, taken));
  }

  /** Updates the stored Discord name, because names change at Discord while the id stays. */
  private async updateDiscordName(known: User, person: ProvenPerson): Promise<User> {
    if (known.discordUsername === person.username) return known;
    return this.transactions.run(async (tx) => {
      const user = await lockUser(tx, known.id);
      if (user.discordId !== person.id) return user;
      user.discordUsername = person.username;
      await saveUser(tx, user);
      return user;
    });
  }

  private async registerPerson(tx: Tx, person: ProvenPerson, taken: AssignedDiscordId): Promise<User> {
    const base = await chooseUsername(tx, this.names, person);
    for (let attempt = 0; attempt < NAME_TRIES; attempt += 1) {
      const username = attempt === 0 ? base : `${base.slice(0, 25)}-${randomInt(100_000, 1_000_000)}`;
      const proven = { discordId: person.id, discordUsername: person.username };
      const result = await insertAccount(tx, { username, ...proven });
      if ('user' in result) return this.former.inheritFromFormerAccounts(tx, result.user, taken);
      if (result.taken === 'username') continue;
      // Two concurrent sign-ins of one person: the slower one finds the account that the faster one created.
      const made = await this.accounts.findByDiscordId(person.id, tx);
      if (made) return made;
    }
    throw new Error('No free username was found');
  }
}

/**
 * Chooses a username from the Discord name, or a generated one where the name is invalid, reserved, taken or too
 * similar to another, because nobody is refused for a name.
 */
async function chooseUsername(
  tx: Tx,
  names: UsernameAvailability,
  { id, username }: ProvenPerson,
): Promise<string> {
  const plain = username
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '')
    .trim()
    .slice(0, 32);
  const neutral = `discord-${id.slice(-6)}`;
  const name = newUsername.safeParse(plain).data;
  if (name === undefined) return neutral;
  const problem = await names.lockAndFindNameProblem(tx, name, { discordId: id });
  return problem === undefined || problem === 'USERNAME_TAKEN' ? name : neutral;
}
