import { Controller, Res } from '@nestjs/common';
import {
  loyaltyCalls,
  type CustomerTierAnswer,
  type ListQuery,
  type LoyaltyAnswer,
  type LoyaltyTransaction,
  type RedeemRewardAnswer,
  type RedeemRewardRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { Call } from '../../platform/calls/call.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { CustomerTierQueries, LoyaltyQueries } from './loyalty.queries.js';
import { RedeemReward } from './redeem-reward.js';

@Controller()
export class LoyaltyController {
  constructor(
    private readonly loyalty: LoyaltyQueries,
    private readonly tiers: CustomerTierQueries,
    private readonly redeemReward: RedeemReward,
    private readonly streams: StreamStore,
  ) {}

  /** Answers the caller's own points, tier, history, rewards and the reward shop. */
  @Call(loyaltyCalls.loyalty)
  async readOwnLoyalty(
    @CurrentActor() { userId }: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoyaltyAnswer> {
    await this.streams.setSeqHeader(reply, `user:${userId}`);
    return this.loyalty.readOverview(userId);
  }

  @Call(loyaltyCalls.customerTier)
  readOwnTier(@CurrentActor() { userId }: Actor): Promise<CustomerTierAnswer> {
    return this.tiers.readTier(userId);
  }

  @Call(loyaltyCalls.loyaltyHistory)
  async readPointsHistory(
    @CurrentActor() { userId }: Actor,
    @ZodQuery(loyaltyCalls.loyaltyHistory.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoyaltyTransaction[]> {
    return sendPage(
      reply,
      loyaltyCalls.loyaltyHistory,
      query,
      await this.loyalty.readHistoryPage(userId, query),
    );
  }

  @Call(loyaltyCalls.redeemReward)
  redeemOwnReward(
    @CurrentActor() { userId }: Actor,
    @ZodBody(loyaltyCalls.redeemReward.body) input: RedeemRewardRequest,
  ): Promise<RedeemRewardAnswer> {
    return this.redeemReward.execute(userId, input);
  }
}
