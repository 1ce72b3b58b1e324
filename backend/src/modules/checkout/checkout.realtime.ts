import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EVENT_TYPES } from '@pax/contracts';
import { Projections } from '../../infra/outbox/projections.js';
import { Checkout } from './checkout.entity.js';
import { toAnswer } from './checkout.queries.js';

/** Tells the buyer, and nobody else, how a checkout stands. */
@Injectable()
export class CheckoutRealtime implements OnModuleInit {
  constructor(private readonly projections: Projections) {}

  onModuleInit(): void {
    const types = EVENT_TYPES.filter((type) => type.startsWith('checkout.'));
    this.projections.addRooms(types, async (tx, { aggregateId }) => {
      const checkout = await tx.findOneBy(Checkout, { ref: aggregateId });
      if (!checkout) return [];
      return [
        { room: `user:${checkout.userId}`, version: checkout.version, data: await toAnswer(tx, checkout) },
      ];
    });
  }
}
