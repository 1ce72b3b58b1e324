import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutQueries } from './checkout.queries.js';
import { HoldsController } from './holds/holds.controller.js';
import { HoldsQueries } from './holds/holds.queries.js';
import { ReleaseByStaff } from './holds/release-by-staff.js';
import { HoldLimits } from './place/hold-limits.js';
import { OpenCheckouts } from './place/open-checkouts.js';
import { PlaceCheckout } from './place/place-checkout.js';
import { PlacementLimits } from './place/placement-limits.js';
import { Quoting } from './place/quoting.js';
import { CancelCheckout } from './session/cancel-checkout.js';
import { CheckoutSweeper, ReleaseHolds } from './session/checkout-sweeper.js';
import { SettleModule } from './settle/settle.module.js';

@Module({
  imports: [AccountsModule, CatalogModule, EvidenceModule, PaymentsModule.of(SettleModule), SettleModule],
  controllers: [CheckoutController, HoldsController],
  providers: [
    CancelCheckout,
    CheckoutQueries,
    CheckoutSweeper,
    HoldLimits,
    HoldsQueries,
    OpenCheckouts,
    PlaceCheckout,
    PlacementLimits,
    Quoting,
    ReleaseByStaff,
    ReleaseHolds,
  ],
  exports: [CheckoutQueries, PaymentsModule, Quoting, SettleModule],
})
export class CheckoutModule {}
