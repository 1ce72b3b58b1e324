import { Controller, Res } from '@nestjs/common';
import {
  loyaltyCalls,
  type LoyaltyAnswer,
  type RedeemRewardAnswer,
  type RedeemRewardRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/http/current-actor.js';
import { ZodBody } from '../../common/http/zod.pipe.js';
import { Call } from '../../infra/calls/call.js';
import { StreamStore } from '../../infra/outbox/stream-store.js';
import { LoyaltyQueries } from './loyalty.queries.js';
import { RedeemReward } from './redeem-reward.js';

@Controller()
export class LoyaltyController {
  constructor(
    private readonly loyalty: LoyaltyQueries,
    private readonly redeemReward: RedeemReward,
    private readonly streams: StreamStore,
  ) {}

  /** Own points, tier, history, rewards and the reward shop. */
  @Call(loyaltyCalls.loyalty)
  async own(
    @CurrentActor() { userId }: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoyaltyAnswer> {
    await this.streams.setSeqHeader(reply, `user:${userId}`);
    return this.loyalty.of(userId);
  }

  @Call(loyaltyCalls.redeemReward)
  redeem(
    @CurrentActor() { userId }: Actor,
    @ZodBody(loyaltyCalls.redeemReward.body) input: RedeemRewardRequest,
  ): Promise<RedeemRewardAnswer> {
    return this.redeemReward.execute(userId, input);
  }
}
