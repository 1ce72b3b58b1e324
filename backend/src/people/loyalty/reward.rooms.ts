import { In } from 'typeorm';
import { roomProjection } from '../../platform/outbox/projections.js';
import { Reward } from './reward.entity.js';
import { toWireRewards } from './reward.mapper.js';

/** Projects changes of a reward (redeemed, held, used, returned) to its owner's room only. */
export const rewardRooms = roomProjection({
  aggregate: 'reward',
  keyOf: ({ aggregateId }) => Number(aggregateId),
  read: async (tx, ids) => {
    const rewards = await tx.findBy(Reward, { id: In([...ids]) });
    const answers = await toWireRewards(tx, rewards);
    return new Map(rewards.map(({ id, userId }, index) => [id, { userId, user: answers[index] }]));
  },
  messages: (reward, { version }) => ({ version, ...reward }),
});
