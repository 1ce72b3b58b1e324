import { Injectable } from '@nestjs/common';
import { type BotRedeemRequest, type BotRewardsAnswer, type RedeemRewardAnswer } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import type { User } from '../../people/accounts/user.entity.js';
import { LoyaltyQueries } from '../../people/loyalty/loyalty.queries.js';
import { RedeemReward } from '../../people/loyalty/redeem-reward.js';

/** Runs the site's use cases for customers in Discord, on the account that has their proven Discord id. */
@Injectable()
export class CustomersFromDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly loyalty: LoyaltyQueries,
    private readonly redeemReward: RedeemReward,
  ) {}

  /**
   * Finds the person's account; null without one. Not for orders and tickets, which a blocked account may still
   * see.
   * @throws ShopError BLOCKED
   */
  async findAccount(discordId: string): Promise<User | null> {
    const user = await this.accounts.findByDiscordId(discordId);
    if (user?.blockedAt) throw new ShopError('BLOCKED', 'This account is blocked.');
    return user;
  }

  /**
   * Reads the rewards that the customer's points can buy, and the customer's reward codes.
   * @throws ShopError BLOCKED
   */
  async readRewards(discordId: string): Promise<BotRewardsAnswer> {
    const user = await this.findAccount(discordId);
    return { loyalty: user && (await this.loyalty.readOverview(user.id)) };
  }

  /** @throws ShopError DISCORD_NOT_LINKED, and as RedeemReward */
  async redeemCustomerReward({ discordId, ...input }: BotRedeemRequest): Promise<RedeemRewardAnswer> {
    const user = await this.findAccount(discordId);
    if (!user) throw new ShopError('DISCORD_NOT_LINKED', 'No account has this Discord id.');
    return this.redeemReward.execute(user.id, input);
  }
}
