import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { DiscordModule } from '../../discord/discord.module.js';
import { OrdersModule } from '../../shop/orders/orders.module.js';
import { ProfileModule } from '../../people/profile/profile.module.js';
import { AccountHistory } from './account-history.js';
import { SetStoreCredit, SetTier, UnblockUser } from './change-user.js';
import { UserRooms, UsersQueries } from './users.queries.js';
import { UsersController } from './users.controller.js';

/** User accounts as staff see them: list, credit, blocks, history. */
@Module({
  imports: [AccountsModule, DiscordModule, OrdersModule, ProfileModule],
  controllers: [UsersController],
  providers: [AccountHistory, SetStoreCredit, SetTier, UnblockUser, UserRooms, UsersQueries],
  exports: [UserRooms, UsersQueries],
})
export class UsersModule {}
