import { Controller } from '@nestjs/common';
import { discordCalls, type JoinRewardAnswer, type JoinRewardRequest } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { ClaimJoinReward } from './claim-join-reward.js';

@Controller()
export class JoinRewardController {
  constructor(private readonly claimJoinReward: ClaimJoinReward) {}

  /** Not eligible is an answer, not an error: the page opens the invite. */
  @Call(discordCalls.claimJoinReward)
  claim(
    @CurrentActor() { userId }: Actor,
    @ZodBody(discordCalls.claimJoinReward.body) { inGameName }: JoinRewardRequest,
  ): Promise<JoinRewardAnswer> {
    return this.claimJoinReward.execute(userId, inGameName);
  }
}
