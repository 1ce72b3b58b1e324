import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { LoyaltyController } from './loyalty.controller.js';
import { LoyaltyQueries } from './loyalty.queries.js';
import { LoyaltyRealtime } from './loyalty.realtime.js';
import { RedeemReward } from './redeem-reward.js';

/** Points, the reward shop and what is bought there. */
@Module({
  imports: [AccountsModule],
  controllers: [LoyaltyController],
  providers: [LoyaltyQueries, LoyaltyRealtime, RedeemReward],
})
export class LoyaltyModule {}
