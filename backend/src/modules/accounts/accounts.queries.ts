import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { AccountProfile } from '@pax/contracts';
import { z } from 'zod';
import { countRow } from '../../infra/database/row-schemas.js';
import { sql } from '../../infra/database/sql.js';
import type { AccountIdentity } from '../../common/access.js';
import { readRows } from '../../infra/database/read-rows.js';
import { pipelined } from '../../infra/database/pipelined.js';
import { bonus, credit, points } from '../ledger/accounts.js';
import { balancesOf } from '../ledger/ledger.js';
import { frozenOf } from '../loyalty/frozen.js';
import { toProfile } from './account.mapper.js';
import { User } from './user.entity.js';
import { usernameKey } from './username-key.js';

const identityRow = z.object({
  id: z.number(),
  discordId: z.string().nullable(),
  isOperator: z.boolean(),
  blocked: z.boolean(),
});

/** What decides an account's rights. */
export interface Identity extends AccountIdentity {
  id: number;
  blocked: boolean;
}

/** A profile without the rights, which are not stored. */
export type OwnProfile = Omit<AccountProfile, 'role' | 'isAuthorizedUser'>;

/** Reads of accounts. */
@Injectable()
export class AccountsQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** How many accounts there are. */
  count(): Promise<number> {
    return this.database.manager.count(User);
  }

  /** How many operator accounts could sign in; made on the server, they show in health (OWN-350). */
  async countOperators(): Promise<number> {
    const row = await sql(this.database).first(
      countRow,
      'SELECT count(*)::int AS n FROM users WHERE operator_since IS NOT NULL AND blocked_at IS NULL',
    );
    return row?.n ?? 0;
  }

  /** What decides an account's rights, or undefined when there is no such account. */
  async identity(id: number): Promise<Identity | undefined> {
    const identity = await sql(this.database).first(
      identityRow,
      `SELECT id, discord_id AS "discordId", operator_since IS NOT NULL AS "isOperator",
              blocked_at IS NOT NULL AS blocked
         FROM users WHERE id = $1`,
      [id],
    );
    return identity;
  }

  byId(id: number, manager: EntityManager = this.database.manager): Promise<User | null> {
    return manager.findOneBy(User, { id });
  }

  /** The account a Discord id was proven for. */
  byDiscordId(discordId: string, manager: EntityManager = this.database.manager): Promise<User | null> {
    return manager.findOneBy(User, { discordId });
  }

  /** The account of a name, without regard to case and compatibility forms. */
  byUsername(username: string): Promise<User | null> {
    return this.database.manager.findOneBy(User, { usernameKey: usernameKey(username) });
  }

  /** Profile without rights; balances come from the ledger, shown as 0 where a reversal took them below. */
  async profile(id: number): Promise<OwnProfile | undefined> {
    return (await this.profiles([id])).get(id);
  }

  /** Profiles by id, in as many reads as one takes; unknown accounts are absent. */
  async profiles(
    ids: readonly number[],
    manager: EntityManager = this.database.manager,
  ): Promise<Map<number, OwnProfile>> {
    const [users, balances] = await pipelined(
      byIds(manager, ids),
      balancesOf(
        manager,
        ids.flatMap((id) => [credit(id), bonus(id), points(id)]),
      ),
    );
    const referrerIds = users.flatMap(({ referredByUserId: id }) => (id === null ? [] : [id]));
    const referrers = referrerIds.length === 0 ? [] : await byIds(manager, referrerIds);
    const frozen = await frozenOf(
      manager,
      users.map(({ id }) => ({
        userId: id,
        points: balances.get(points(id)) ?? 0,
        creditCents: balances.get(credit(id)) ?? 0,
      })),
    );
    const profileOf = (user: User): OwnProfile =>
      toProfile(user, referrers.find(({ id }) => id === user.referredByUserId) ?? null, {
        creditCents: balances.get(credit(user.id)) ?? 0,
        bonusCents: balances.get(bonus(user.id)) ?? 0,
        points: balances.get(points(user.id)) ?? 0,
        frozenCents: frozen.get(user.id)?.creditCents ?? 0,
      });
    return new Map(users.map((user) => [user.id, profileOf(user)]));
  }
}

function byIds(manager: EntityManager, ids: readonly number[]): Promise<User[]> {
  return readRows(manager, User, 'WHERE id = ANY($1)', [ids]);
}
