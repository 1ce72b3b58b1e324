import { Injectable } from '@nestjs/common';
import { roomProjection } from '../../infra/outbox/projections.js';
import { ProfilesQueries } from './profiles.queries.js';

const BALANCE = /^(?:credit|bonus|points):(\d+)$/;

/** Projects changes of an account (tier, credit, bonus, points) to its own room only. */
@Injectable()
export class ProfileRooms {
  readonly users = roomProjection({
    aggregate: 'user',
    keyOf: ({ aggregateId }) => Number(aggregateId),
    read: (tx, ids) => this.profiles.byIds(ids, tx),
    messages: (user, { version }) => ({ version, userId: user.id, user }),
  });

  /** A balance that is nobody's reaches no room. */
  readonly balances = roomProjection({
    aggregate: 'balance',
    keyOf: ({ aggregateId }) => ownerOf(aggregateId),
    read: (tx, ids) => this.profiles.byIds(ids, tx),
    messages: (user, { version }) => ({ version, userId: user.id, user }),
  });

  constructor(private readonly profiles: ProfilesQueries) {}
}

function ownerOf(account: string): number | undefined {
  const id = BALANCE.exec(account)?.[1];
  return id === undefined ? undefined : Number(id);
}
