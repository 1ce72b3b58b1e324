import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../infra/database/transaction.js';
import { oncePerStep, Projections } from '../../infra/outbox/projections.js';
import { AccountsQueries } from './accounts.queries.js';

const BALANCE = /^(?:credit|bonus|points):(\d+)$/;

/** Tells an account, and nobody else, what changed about it: tier, credit, bonus, points. */
@Injectable()
export class AccountsRealtime implements OnModuleInit {
  constructor(
    private readonly projections: Projections,
    private readonly accounts: AccountsQueries,
  ) {}

  onModuleInit(): void {
    const profile = oncePerStep((tx, userId: number) => this.accounts.profile(userId, tx));
    const tell = async (tx: Tx, userId: number, version: number) => {
      const data = await profile(tx, userId);
      return [{ room: `user:${userId}` as const, version, data }];
    };
    this.projections.addRooms(['user.updated'], (tx, event) =>
      tell(tx, Number(event.aggregateId), event.version),
    );
    this.projections.addRooms(['balance.changed'], async (tx, event) => {
      const userId = BALANCE.exec(event.aggregateId)?.[1];
      return userId === undefined ? [] : tell(tx, Number(userId), event.version);
    });
  }
}
