import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ApplyReferral } from './apply-referral.js';
import { ChangeReferralCode } from './referral-codes.js';
import { ReferralOpens } from './referral-opens.js';
import { ReferralsController } from './referrals.controller.js';
import { ReferralsQueries } from './referrals.queries.js';

/** Referral codes, referred accounts and commissions. */
@Module({
  imports: [AccountsModule],
  controllers: [ReferralsController],
  providers: [ApplyReferral, ChangeReferralCode, ReferralOpens, ReferralsQueries],
  exports: [ReferralsQueries],
})
export class ReferralsModule {}
