import { Controller, Req } from '@nestjs/common';
import {
  loyaltyCalls,
  type ApplyReferralAnswer,
  type ApplyReferralRequest,
  type CallQuery,
  type ReferralCodeAnswer,
  type ReferralLinkAnswer,
  type ReferralStatsAnswer,
  type SetReferralCodeRequest,
} from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor, MaybeActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { ApplyReferral } from './apply-referral.js';
import { ReferralOpens } from './referral-opens.js';
import { ChangeReferralCode } from './referral-codes.js';
import { ReferralsQueries } from './referrals.queries.js';

/** Calls on the own referral code, on the friends who used it, and to apply a friend's code. */
@Controller()
export class ReferralsController {
  constructor(
    private readonly queries: ReferralsQueries,
    private readonly applyReferral: ApplyReferral,
    private readonly changeCode: ChangeReferralCode,
    private readonly opens: ReferralOpens,
  ) {}

  @Call(loyaltyCalls.referralStats)
  readStats(@CurrentActor() { userId }: Actor): Promise<ReferralStatsAnswer> {
    return this.queries.readReferralStats(userId);
  }

  @Call(loyaltyCalls.referralLink)
  async readLink(
    @PathParam(loyaltyCalls.referralLink, 'code') code: string,
    @ZodQuery(loyaltyCalls.referralLink.query) { opened }: CallQuery<typeof loyaltyCalls.referralLink>,
    @MaybeActor() visitor: Actor | undefined,
    @Req() { ip, headers }: FastifyRequest,
  ): Promise<ReferralLinkAnswer> {
    const { id, username } = await this.queries.readReferrer(code);
    // A browser keeps the code for weeks, and asks for its owner on each load of the shop.
    if (opened)
      await this.opens.count({
        ownerId: id,
        visitorId: visitor?.userId,
        address: ip,
        userAgent: headers['user-agent'],
        isPrefetched: headers['sec-purpose'] !== undefined,
      });
    return { referrerName: username };
  }

  @Call(loyaltyCalls.setReferralCode)
  async setCode(
    @CurrentActor() { userId }: Actor,
    @ZodBody(loyaltyCalls.setReferralCode.body) { customCode }: SetReferralCodeRequest,
  ): Promise<ReferralCodeAnswer> {
    return { referralCode: await this.changeCode.execute(userId, customCode) };
  }

  @Call(loyaltyCalls.generateReferralCode)
  async generateCode(@CurrentActor() { userId }: Actor): Promise<ReferralCodeAnswer> {
    return { referralCode: await this.changeCode.execute(userId) };
  }

  @Call(loyaltyCalls.applyReferral)
  async applyCode(
    @CurrentActor() { userId }: Actor,
    @ZodBody(loyaltyCalls.applyReferral.body) { referralCode }: ApplyReferralRequest,
  ): Promise<ApplyReferralAnswer> {
    return { referrerName: await this.applyReferral.execute(userId, referralCode) };
  }
}
