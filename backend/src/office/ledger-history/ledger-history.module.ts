import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { LedgerHistoryController } from './ledger-history.controller.js';
import { LedgerHistoryQueries } from './ledger-history.queries.js';

/** The bookings on balances: for their owner, and for staff. */
@Module({
  imports: [AccountsModule],
  controllers: [LedgerHistoryController],
  providers: [LedgerHistoryQueries],
})
export class LedgerHistoryModule {}
