import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { RolesModule } from '../../people/rights/roles.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { ApplyDispute } from './apply-dispute.js';
import { BlockLosers } from './block-losers.js';
import { DisputesController } from './disputes.controller.js';
import { DisputesQueries } from './disputes.queries.js';
import { EndDispute } from './end-dispute.js';
import { LoseByRefund } from './lose-by-refund.js';
import { RecordFraudWarning } from './fraud-warnings.js';
import { RemindOfDisputes } from './dispute-alerts.js';

/** Payments that a bank takes back or may take back: disputes and early fraud warnings. */
@Module({
  imports: [AccountsModule, PaymentsModule, RefundsModule, RolesModule],
  controllers: [DisputesController],
  providers: [
    ApplyDispute,
    BlockLosers,
    DisputesQueries,
    EndDispute,
    LoseByRefund,
    RecordFraudWarning,
    RemindOfDisputes,
  ],
  exports: [ApplyDispute, LoseByRefund, RecordFraudWarning],
})
export class DisputesModule {}
