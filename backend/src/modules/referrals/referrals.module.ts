import { Module } from '@nestjs/common';
import { ApplyReferral } from './apply-referral.js';
import { ChangeReferralCode } from './change-referral-code.js';
import { ReferralsController } from './referrals.controller.js';
import { ReferralsQueries } from './referrals.queries.js';

/** Who brought whom to the shop, and what both have of it. */
@Module({
  controllers: [ReferralsController],
  providers: [ApplyReferral, ChangeReferralCode, ReferralsQueries],
})
export class ReferralsModule {}
