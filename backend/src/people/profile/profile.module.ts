import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { RolesModule } from '../rights/roles.module.js';
import { OwnAccount } from './own-account.js';
import { ProfileController } from './profile.controller.js';
import { ProfilesQueries } from './profiles.queries.js';
import { UpdateProfile } from './update-profile.js';

/** The signed-in account as its owner sees it: names, balances, rights. */
@Module({
  imports: [AccountsModule, RolesModule],
  controllers: [ProfileController],
  providers: [OwnAccount, ProfilesQueries, UpdateProfile],
  exports: [OwnAccount, ProfilesQueries],
})
export class ProfileModule {}
