import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { Projections } from '../../infra/outbox/projections.js';
import { Reward } from './reward.entity.js';
import { toWireRewards } from './reward.mapper.js';

/** Tells an account, and nobody else, when one of its rewards came, was set aside, used or given back. */
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
