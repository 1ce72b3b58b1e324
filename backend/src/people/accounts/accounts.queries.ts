import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { readListCounts, sumCounts } from '../../platform/lists/list-counts.js';
import { countRow, sql } from '../../platform/database/sql.js';
import type { AccountIdentity } from '../../platform/calls/access.js';
import { User } from './user.entity.js';
import { usernameKey } from '../usernames/username-key.js';

const identityRow = z.object({
  id: z.number(),
  discordId: z.string().nullable(),
  isOperator: z.boolean(),
  blocked: z.boolean(),
});

const nameRow = z.object({ id: z.number(), username: z.string() });

/** The facts about an account that decide its rights. */
export interface Identity extends AccountIdentity {
  id: number;
  blocked: boolean;
}

/** Reads user accounts. */
@Injectable()
export class AccountsQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Counts the accounts that are not deleted. */
  async countAccounts(): Promise<number> {
    return sumCounts(await readListCounts(this.database, 'users'), ['present']);
  }

  /** Counts the operator accounts that can sign in, for the health check. */
  async countOperators(): Promise<number> {
    const row = await sql(this.database).first(
      countRow,
      'SELECT count(*)::int AS n FROM users WHERE operator_since IS NOT NULL AND blocked_at IS NULL',
    );
    return row?.n ?? 0;
  }

  /** Reads the facts that decide an account's rights; undefined when there is no such account. */
  async readIdentity(id: number): Promise<Identity | undefined> {
    const identity = await sql(this.database).first(
      identityRow,
      `SELECT id, discord_id AS "discordId", operator_since IS NOT NULL AS "isOperator",
              blocked_at IS NOT NULL AS blocked
         FROM users WHERE id = $1`,
      [id],
    );
    return identity;
  }

  /**
   * Lists the unblocked accounts that lost a dispute at a time when Discord did not say whether they are
   * staff.
   */
  async listUndecidedLosers(): Promise<Identity[]> {
    return sql(this.database).rows(
      identityRow,
      `SELECT id, discord_id AS "discordId", operator_since IS NOT NULL AS "isOperator", false AS blocked
         FROM users WHERE loss_undecided AND blocked_at IS NULL`,
    );
  }

  /** Reads usernames by account id; unknown accounts are absent. */
  async readUsernames(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await sql(this.database).rows(nameRow, 'SELECT id, username FROM users WHERE id = ANY($1)', [
      ids,
    ]);
    return new Map(rows.map(({ id, username }) => [id, username]));
  }

  /** Reads the usernames of actors of audit rows; actors without an account are absent. */
  async readActorNames(actors: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(actors)].flatMap((actor) =>
      actor.startsWith('user:') ? [Number(actor.slice('user:'.length))] : [],
    );
    const names = await this.readUsernames(ids);
    return new Map([...names].map(([id, name]) => [`user:${id}`, name]));
  }

  findById(id: number, manager: EntityManager = this.database.manager): Promise<User | null> {
    return manager.findOneBy(User, { id });
  }

  /** Finds the account that a Discord id is proven for. */
  findByDiscordId(discordId: string, manager: EntityManager = this.database.manager): Promise<User | null> {
    return manager.findOneBy(User, { discordId });
  }

  /** Finds the account with a username, ignoring case and Unicode compatibility forms. */
  findByUsername(username: string): Promise<User | null> {
    return this.database.manager.findOneBy(User, { usernameKey: usernameKey(username) });
  }
}
