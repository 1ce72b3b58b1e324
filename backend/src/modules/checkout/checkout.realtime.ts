import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EVENT_TYPES } from '@pax/contracts';
import { readRows } from '../../infra/database/read-rows.js';
import { Projections } from '../../infra/outbox/projections.js';
import { Checkout } from './checkout.entity.js';
import { toAnswers } from './checkout.queries.js';

/** Projects checkouts to their buyer's room only. */
@Injectable()
export class CheckoutRealtime implements OnModuleInit {
  constructor(private readonly projections: Projections) {}

  onModuleInit(): void {
    this.projections.addRooms({
      types: EVENT_TYPES.filter((type) => type.startsWith('checkout.')),
      keyOf: ({ aggregateId }) => aggregateId,
      read: async (tx, refs) => {
        const checkouts = await readRows(tx, Checkout, 'WHERE ref = ANY($1)', [refs]);
        const answers = await toAnswers(tx, checkouts);
        return new Map(
          checkouts.map(({ ref, userId, version }, index) => [
            ref,
            { userId, version, data: answers[index] },
          ]),
        );
      },
      drafts: ({ userId, version, data }) => [{ room: `user:${userId}`, version, data }],
    });
  }
}
