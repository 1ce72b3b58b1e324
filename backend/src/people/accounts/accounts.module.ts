import { Module } from '@nestjs/common';
import { RolesModule } from '../rights/roles.module.js';
import { AccountsQueries } from './accounts.queries.js';
import { BlockUser } from './block-user.js';
import { FormerIdentities } from './former-identities.js';
import { InheritedBlocks } from './inherited-blocks.js';
import { UsernameAvailability, KnownStaff } from '../usernames/username-availability.js';
import { LinkDiscord } from './link-discord.js';
import { RegisterAccount, RegisterWithDiscord } from './register-account.js';
import { SecurityNotices } from './security-notices.js';

const useCases = [BlockUser, InheritedBlocks, LinkDiscord, RegisterAccount, RegisterWithDiscord];

/** User accounts: their names, Discord links and blocks. */
@Module({
  imports: [RolesModule],
  providers: [
    UsernameAvailability,
    AccountsQueries,
    FormerIdentities,
    KnownStaff,
    SecurityNotices,
    ...useCases,
  ],
  exports: [UsernameAvailability, AccountsQueries, FormerIdentities, SecurityNotices, ...useCases],
})
export class AccountsModule {}
