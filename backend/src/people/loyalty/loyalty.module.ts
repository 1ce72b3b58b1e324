import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CustomerTierQueries, LoyaltyQueries } from './loyalty.queries.js';
import { GrantVipRoles } from './grant-vip-roles.js';
import { LoyaltyController } from './loyalty.controller.js';
import { RedeemReward } from './redeem-reward.js';
import { VipRole } from './vip-role.js';

/** Loyalty points, the reward shop and the rewards bought there. */
@Module({
  imports: [AccountsModule],
  controllers: [LoyaltyController],
  providers: [CustomerTierQueries, GrantVipRoles, LoyaltyQueries, RedeemReward, VipRole],
  exports: [LoyaltyQueries, RedeemReward],
})
export class LoyaltyModule {}
