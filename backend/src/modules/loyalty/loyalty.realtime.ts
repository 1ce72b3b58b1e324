import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { Projections } from '../../infra/outbox/projections.js';
import { Reward } from './reward.entity.js';
import { toWireRewards } from './reward.mapper.js';

/** Projects changes of a reward (redeemed, held, used, returned) to its owner's room only. */
@Injectable()
export class LoyaltyRealtime implements OnModuleInit {
  constructor(private readonly projections: Projections) {}

  onModuleInit(): void {
    this.projections.addRooms({
      types: ['reward.changed'],
      keyOf: ({ aggregateId }) => Number(aggregateId),
      read: async (tx, ids) => {
        const rewards = await tx.findBy(Reward, { id: In([...ids]) });
        const answers = await toWireRewards(tx, rewards);
        return new Map(rewards.map(({ id, userId }, index) => [id, { userId, data: answers[index] }]));
      },
      drafts: ({ userId, data }, { version }) => [{ room: `user:${userId}`, version, data }],
    });
  }
}
