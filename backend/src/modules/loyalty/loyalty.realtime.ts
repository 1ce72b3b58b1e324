import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Projections } from '../../infra/outbox/projections.js';
import { Reward } from './reward.entity.js';
import { toWireReward } from './reward.mapper.js';

/** Tells an account, and nobody else, when one of its rewards came, was set aside, used or given back. */
@Injectable()
export class LoyaltyRealtime implements OnModuleInit {
  constructor(private readonly projections: Projections) {}

  onModuleInit(): void {
    this.projections.addRooms(['reward.changed'], async (tx, { aggregateId, version }) => {
      const row = await tx.findOneBy(Reward, { id: Number(aggregateId) });
      return row ? [{ room: `user:${row.userId}`, version, data: await toWireReward(tx, row) }] : [];
    });
  }
}
