import { Module } from '@nestjs/common';
import { AccountsQueries } from './accounts.queries.js';
import { BlockUser } from './block-user.js';
import { DepartedPeople } from './departed-people.js';
import { LinkDiscord } from './link-discord.js';
import { RegisterAccount } from './register-account.js';
import { RegisterWithDiscord } from './register-with-discord.js';
import { SecurityNotices } from './security-notices.js';

const useCases = [BlockUser, LinkDiscord, RegisterAccount, RegisterWithDiscord];

/** Accounts: their names, links and blocks. */
@Module({
  providers: [AccountsQueries, DepartedPeople, SecurityNotices, ...useCases],
  exports: [AccountsQueries, DepartedPeople, SecurityNotices, ...useCases],
})
export class AccountsModule {}
