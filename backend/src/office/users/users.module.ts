import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { DiscordModule } from '../../discord/discord.module.js';
import { OrdersModule } from '../../shop/orders/orders.module.js';
import { ProfileModule } from '../../people/profile/profile.module.js';
import { AccountStory } from './account-story.js';
import { SetStoreCredit } from './set-store-credit.js';
import { SetTier } from './set-tier.js';
import { UnblockUser } from './unblock-user.js';
import { UserRooms } from './user.rooms.js';
import { UsersController } from './users.controller.js';
import { UsersQueries } from './users.queries.js';

/** Accounts as staff see them: list, credit, blocks, what happened. */
@Module({
  imports: [AccountsModule, DiscordModule, OrdersModule, ProfileModule],
  controllers: [UsersController],
  providers: [AccountStory, SetStoreCredit, SetTier, UnblockUser, UserRooms, UsersQueries],
  exports: [UserRooms, UsersQueries],
})
export class UsersModule {}
