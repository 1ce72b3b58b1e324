import { Module } from '@nestjs/common';
import { RolesModule } from '../auth/roles.module.js';
import { AccountController } from './account.controller.js';
import { AccountsQueries } from './accounts.queries.js';
import { AccountRooms } from './account.rooms.js';
import { BlockUser } from './block-user.js';
import { LinkDiscord } from './link-discord.js';
import { OwnAccount } from './own-account.js';
import { RegisterAccount } from './register-account.js';
import { RegisterWithDiscord } from './register-with-discord.js';
import { SecurityNotices } from './security-notices.js';
import { UpdateProfile } from './update-profile.js';

const useCases = [BlockUser, LinkDiscord, RegisterAccount, RegisterWithDiscord, UpdateProfile];

/** Accounts, their profiles and their names. */
@Module({
  imports: [RolesModule],
  controllers: [AccountController],
  providers: [AccountRooms, AccountsQueries, OwnAccount, SecurityNotices, ...useCases],
  exports: [AccountRooms, AccountsQueries, OwnAccount, SecurityNotices, ...useCases],
})
export class AccountsModule {}
