import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  applyReferralRequest,
  setReferralCodeRequest,
  type ApplyReferralAnswer,
  type ApplyReferralRequest,
  type ReferralCodeAnswer,
  type ReferralStatsAnswer,
  type SetReferralCodeRequest,
} from '@pax/contracts';
import { Allow, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/current-actor.js';
import { ZodBody } from '../../common/zod.pipe.js';
import { ApplyReferral } from './apply-referral.js';
import { ChangeReferralCode } from './change-referral-code.js';
import { ReferralsQueries } from './referrals.queries.js';

/** The own referral code, the friends it brought, and a friend's code applied (ADMIN-7.28 to ADMIN-7.31). */
@Controller('api/referrals')
@Allow('session')
export class ReferralsController {
  constructor(
    private readonly queries: ReferralsQueries,
    private readonly applyReferral: ApplyReferral,
    private readonly changeCode: ChangeReferralCode,
  ) {}

  @Get('stats')
  stats(@CurrentActor() { userId }: Actor): Promise<ReferralStatsAnswer> {
    return this.queries.stats(userId);
  }

  @Post('set-code')
  @HttpCode(200)
  async setCode(
    @CurrentActor() { userId }: Actor,
    @ZodBody(setReferralCodeRequest) { customCode }: SetReferralCodeRequest,
  ): Promise<ReferralCodeAnswer> {
    return { referralCode: await this.changeCode.execute(userId, customCode) };
  }

  @Post('generate-code')
  @HttpCode(200)
  async generateCode(@CurrentActor() { userId }: Actor): Promise<ReferralCodeAnswer> {
    return { referralCode: await this.changeCode.execute(userId) };
  }

  @Post('apply')
  @HttpCode(200)
  async apply(
    @CurrentActor() { userId }: Actor,
    @ZodBody(applyReferralRequest) { referralCode }: ApplyReferralRequest,
  ): Promise<ApplyReferralAnswer> {
    return { referrerName: await this.applyReferral.execute(userId, referralCode) };
  }
}
