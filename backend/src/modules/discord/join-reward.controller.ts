import { Controller, HttpCode, Post } from '@nestjs/common';
import { joinRewardRequest, type JoinRewardAnswer, type JoinRewardRequest } from '@pax/contracts';
import { Allow, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/current-actor.js';
import { ZodBody } from '../../common/zod.pipe.js';
import { ClaimJoinReward } from './claim-join-reward.js';

@Controller('api/discord/join-rewards')
@Allow('session')
export class JoinRewardController {
  constructor(private readonly claimJoinReward: ClaimJoinReward) {}

  /** Not eligible is an answer, not an error: the page opens the invite (SHOP-7.15, OWN-212). */
  @Post()
  @HttpCode(200)
  claim(
    @CurrentActor() { userId }: Actor,
    @ZodBody(joinRewardRequest.optional().default({})) { inGameName }: JoinRewardRequest,
  ): Promise<JoinRewardAnswer> {
    return this.claimJoinReward.execute(userId, inGameName);
  }
}
