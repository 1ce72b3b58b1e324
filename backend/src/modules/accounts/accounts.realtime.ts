import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Projections, type OutboxEvent } from '../../infra/outbox/projections.js';
import { AccountsQueries } from './accounts.queries.js';

const BALANCE = /^(?:credit|bonus|points):(\d+)$/;

/** Projects changes of an account (tier, credit, bonus, points) to its own room only. */
@Injectable()
export class AccountsRealtime implements OnModuleInit {
  constructor(
    private readonly projections: Projections,
    private readonly accounts: AccountsQueries,
  ) {}

  onModuleInit(): void {
    this.projections.addRooms({
      types: ['user.updated', 'balance.changed'],
      keyOf: userOf,
      read: (tx, ids) => this.accounts.profiles(ids, tx),
      drafts: (data, { version }) => [{ room: `user:${data.id}`, version, data }],
    });
  }
}

/** Whose account the event is about; undefined for a balance that is nobody's. */
function userOf({ type, aggregateId }: OutboxEvent): number | undefined {
  const id = type === 'user.updated' ? aggregateId : BALANCE.exec(aggregateId)?.[1];
  return id === undefined ? undefined : Number(id);
}
