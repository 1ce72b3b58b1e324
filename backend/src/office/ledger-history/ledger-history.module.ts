import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { LedgerHistoryController } from './ledger-history.controller.js';
import { LedgerHistoryQueries } from './ledger-history.queries.js';

/** The history of bookings on balances, for the account's owner and for staff. */
@Module({
  imports: [AccountsModule],
  controllers: [LedgerHistoryController],
  providers: [LedgerHistoryQueries],
})
export class LedgerHistoryModule {}
