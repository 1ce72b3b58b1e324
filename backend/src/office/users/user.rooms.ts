import { Injectable } from '@nestjs/common';
import { pipelined } from '../../platform/database/pipelined.js';
import type { Tx } from '../../platform/database/transaction.js';
import { roomProjection } from '../../platform/outbox/projections.js';
import { ownerOfBalance } from '../../people/ledger/accounts.js';
import { ProfilesQueries } from '../../people/profile/profiles.queries.js';
import { UsersQueries } from './users.queries.js';

/**
 * Projects changes of an account and its balances to its own room, as its profile, and to the panel, as the list of
 * users shows it. A balance that is nobody's reaches no room.
 */
@Injectable()
export class UserRooms {
  readonly users = roomProjection({
    aggregate: 'user',
    keyOf: ({ aggregateId }) => Number(aggregateId),
    read: (tx, ids) => this.read(tx, ids),
    messages: ({ user, admin }, { version }) => ({ version, userId: user.id, user, admin }),
  });

  readonly balances = roomProjection({
    aggregate: 'balance',
    keyOf: ({ aggregateId }) => ownerOfBalance(aggregateId),
    read: (tx, ids) => this.read(tx, ids),
    messages: ({ user, admin }, { version }) => ({ version, userId: user.id, user, admin }),
  });

  constructor(
    private readonly profiles: ProfilesQueries,
    private readonly queries: UsersQueries,
  ) {}

  private async read(tx: Tx, ids: readonly number[]) {
    const [profiles, admins] = await pipelined(this.profiles.byIds(ids, tx), this.queries.byIds(ids, tx));
    return new Map(
      [...profiles].flatMap(([id, user]) => {
        const admin = admins.get(id);
        return admin ? [[id, { user, admin }] as const] : [];
      }),
    );
  }
}
